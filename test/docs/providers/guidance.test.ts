import { describe, expect, test } from "vitest";
import { nextMoves } from "../../../src/contract/next-moves.js";
import type { Operation } from "../../../src/contract/model.js";
import { guidanceRows, lostAnswer } from "../../../src/docs/providers/operation/guidance.js";
import type { Text } from "../../../src/docs/providers/page/content.js";
import { sampleContract, sampleContracts } from "../../contracts/sample-contracts.js";

function firstOperation(id: string): Operation {
  const [operation] = sampleContract(id).operations;
  if (operation === undefined) throw new Error(`${id} has no operation`);
  return operation;
}

/** What a page says, as plain text. */
function plain(text: Text): string {
  return text
    .map((inline) => {
      if (typeof inline === "string") return inline;
      return "code" in inline ? `\`${inline.code}\`` : "soft" in inline ? inline.soft : "";
    })
    .join("");
}

/** The guidance of an operation: what to do and to say, by what happened. */
function guidance(id: string): Map<string, string> {
  return new Map(
    guidanceRows(firstOperation(id)).map(({ cells }) => {
      const [when = "", todo = "", say = ""] = cells.map(plain);
      return [when, `${todo} → ${say}`];
    }),
  );
}

const lost = "After a timeout, a broken connection, an empty or unreadable answer, or a crash of your own";

describe("guidance", () => {
  test("allows the same key while it is remembered, and a lookup afterwards", () => {
    const rows = guidance("keyed");

    expect(rows.get(`${lost}, less than 24 hours after the first request`)).toBe(
      "Send the same request again, under the same key. Or look it up. → `unknown`",
    );
    expect(rows.get("The same, 24 hours or more after the first request")).toMatch(
      /^Look it up.* → `unknown`$/,
    );
  });

  test("holds what nothing can settle", () => {
    const rows = guidance("nothing");

    expect(rows.get(lost)).toBe("Send nothing, keep what you know, and hand it to a person. → `unknown`");
    expect([...rows.keys()].some((when) => when.includes("lookup"))).toBe(false);
  });

  test("sends again only after an absence that is proven", () => {
    const rows = [...guidance("lookup-only")];
    const proven = rows.find(([when]) =>
      when.startsWith("When a lookup, read to its last page, finds nothing"),
    );

    expect(guidance("lookup-only").get(lost)).toBe(
      "Look it up, and again later if nothing is found. → `unknown`",
    );
    expect(proven?.[1]).toBe("Send it again. → `failed` or `unknown`");
  });

  test("repeats what is harmless", () => {
    expect(guidance("sets").get(lost)).toMatch(/^Send it again\./);
  });

  test("reads the first effect where a repeat is refused", () => {
    const rows = [...guidance("naming-original")];

    expect(rows.find(([when]) => when.startsWith("After the answer that the key is taken"))?.[1]).toBe(
      "Read the first effect and compare it. → `succeeded` or `unknown`",
    );
  });

  test("awaits the outcome of what is only acknowledged", () => {
    expect(guidance("acknowledged").get("After the acknowledgement (`202`)")).toBe(
      "Await the outcome: it is neither done nor failed yet. → `pending` or `unknown`",
    );
  });

  test("waits as an error asks for", () => {
    expect(guidance("acknowledged").get("After `429` `rateLimited`")).toBe(
      "Wait for what the header `Retry-After` says (in seconds); without it 1 second; then send the same request again, under the same key. → `failed` or `unknown`",
    );
  });

  test("gives the reasons of the function that the rules judge by, word for word", () => {
    for (const contract of sampleContracts.values()) {
      for (const operation of contract.operations) {
        const moves = nextMoves(operation, lostAnswer(operation, 0, "none"));
        const row = guidanceRows(operation).find(({ cells }) => plain(cells[0] ?? []).startsWith(lost));

        expect(plain(row?.cells[3] ?? []), contract.id).toBe(moves.why);
      }
    }
  });
});
