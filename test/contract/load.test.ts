import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectContract, loadContract, maxContractBytes, readContract } from "../../src/contract/load.js";

const good = fileURLToPath(new URL("good/", import.meta.url));
const minimal = readFileSync(path.join(good, "minimal.yaml"), "utf8");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "contract-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** The minimal contract with a comment that makes it exactly as long. */
function ofBytes(bytes: number): string {
  return `${minimal}#${"x".repeat(bytes - Buffer.byteLength(minimal) - 2)}\n`;
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const where = path.join(folder, name);
  await writeFile(where, content);
  return where;
}

describe("loadContract", () => {
  test.each(readdirSync(good))("reads good/%s", async (name) => {
    const contract = await readContract(path.join(good, name));

    expect(contract.id).toBe(name.replace(".yaml", ""));
    expect(contract.source).toBe(await readFile(path.join(good, name), "utf8"));
  });

  test("reads CRLF and a byte order mark, and counts columns as an editor does", () => {
    const text = `\uFEFF${minimal.replaceAll("\n", "\r\n")}`;

    const contract = loadContract(text, "tickets.yaml");

    expect(contract.operations[0]?.name).toBe("createTicket");
    expect(contract.locate("/threeworlds")).toEqual({ file: "tickets.yaml", line: 2, column: 1 });
    expect(contract.locate("/operations/createTicket/nature")).toEqual({
      file: "tickets.yaml",
      line: 7,
      column: 5,
    });
  });

  test("shows the line without its CR", () => {
    const text = minimal.replace("nature:", "natur:").replaceAll("\n", "\r\n");

    const [problem] = inspectContract(text, "tickets.yaml").diagnostics;

    expect(problem).toEqual({
      file: "tickets.yaml",
      line: 7,
      column: 5,
      severity: "error",
      code: "unknown-key",
      message: "unknown key 'natur' in operations.createTicket. Did you mean 'nature'?",
      hint: null,
    });
    expect(() => loadContract(text, "tickets.yaml")).toThrow(/\n {4}7 \| {5}natur: creates\n {6}\| {5}\^$/);
  });

  test("reads a contract of 1 MiB and refuses one byte more", () => {
    expect(loadContract(ofBytes(maxContractBytes), "big.yaml").id).toBe("big");
    expect(() => loadContract(ofBytes(maxContractBytes + 1), "big.yaml")).toThrow(
      "big.yaml:1:1: error: the file has 1048577 bytes, and may have 1048576 (1 MiB). [too-large]",
    );
  });

  test("reads a mapping of 2000 keys and refuses one of more, without comparing each with each", () => {
    const told = (count: number): string[] =>
      inspectContract(
        Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join(""),
        "keys.yaml",
      ).diagnostics.map(({ message }) => message);

    expect(told(2000).join("\n")).toContain("unknown key 'k0'");
    for (const count of [2001, 90_000]) expect(told(count)).toEqual(["a mapping of more than 2000 keys."]);
  });

  test.for([
    ['a: 1\n"a": 2\n', "the key a stands twice"],
    ['1: 1\n"1": 2\n', "stands twice"],
    ["a: { b: 1, c: 2, b: 3 }\n", "the key b stands twice"],
  ] as const)("refuses a key that stands twice: %j", ([text, words]) => {
    expect(inspectContract(text, "keys.yaml").diagnostics).toMatchObject([
      { code: "duplicate-key", message: expect.stringContaining(words) as string },
    ]);
  });

  test("has pages of at most 10000", () => {
    const sized = (size: string): unknown =>
      inspectContract(
        minimal.replace(
          'by: id\n        request: { path: "/v1/tickets/{id}" }',
          `by: scan\n        request: { path: /v1/tickets }\n        items: /data\n        pages: { style: page, parameter: page, size: ${size} }`,
        ),
        "pages.yaml",
      ).diagnostics.filter(({ code }) => code === "wrong-value");

    expect(sized("10000")).toEqual([]);
    for (const size of ["10001", "1e300", "0"]) {
      expect(sized(size)).toMatchObject([
        {
          message: expect.stringContaining(
            "pages.size: expected a whole number from 1 to 10000, got",
          ) as string,
        },
      ]);
    }
  });

  test("locates a pointer at its key, else at the nearest parent that is written", () => {
    const contract = loadContract(minimal, "t.yaml");
    const at = (pointer: string): string => {
      const { line, column } = contract.locate(pointer);
      return `${line}:${column}`;
    };

    expect(at("/operations/createTicket/idempotency/retention/for")).toBe("16:20");
    expect(at("/operations/createTicket/idempotency/mismatch/status")).toBe("13:5");
    expect(at("/operations/createTicket/lookup/0")).toBe("24:9");
    expect(at("")).toBe("2:1");
  });

  test("locates what stands inside a long fact", async () => {
    const contract = await readContract(path.join(good, "long-facts.yaml"));

    expect(contract.locate("/operations/createPayout/lookup/0/request").line).toBe(34);
    expect(contract.locate("/operations/createPayout/lookup/0/lag/atMost").line).toBe(36);
  });
});

describe("readContract", () => {
  test("reads a file of 1 MiB with a byte order mark and refuses a larger one unread", async () => {
    const within = await file("within.yaml", `\uFEFF${ofBytes(maxContractBytes)}`);
    const beyond = await file("beyond.yaml", ofBytes(maxContractBytes + 1));

    await expect(readContract(within)).resolves.toMatchObject({ id: "within" });
    await expect(readContract(beyond)).rejects.toThrow(`${beyond}:1:1: error: the file has 1048577 bytes`);
  });

  test("refuses what is not UTF-8", async () => {
    const latin1 = await file("latin1.yaml", Buffer.from(minimal.replace("fire", "f\u00eare"), "latin1"));

    await expect(readContract(latin1)).rejects.toMatchObject({
      name: "KitError",
      code: "file",
      message: `${latin1}:1:1: error: the file is not UTF-8 text. Save it as UTF-8. [not-utf8]`,
    });
  });

  test("says that there is no such file", async () => {
    await expect(readContract("no/such.yaml")).rejects.toMatchObject({
      code: "file",
      message: "no/such.yaml: cannot be read: there is no such file.",
    });
  });

  test("says that a folder is no file", async () => {
    await mkdir(path.join(folder, "sub"));

    await expect(readContract(path.join(folder, "sub"))).rejects.toThrow("cannot be read: it is a folder.");
  });
});
