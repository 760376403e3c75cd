import { expect, test } from "vitest";
import { deriveKnowledge } from "../../../checks/knowledge.js";
import type { Contract } from "../../../src/contract/model.js";
import type { JsonObject } from "../../../src/core/json.js";
import { sampleContract } from "../../contracts/sample-contracts.js";
import { Story } from "../history-builder.js";

/** The same word for every end, and an error beside it where it ended badly. */
function endsAlike(): Contract {
  const contract = structuredClone({ ...sampleContract("acknowledged"), locate: undefined });
  for (const { answer } of contract.operations) {
    if (answer.outcome === null) continue;
    answer.outcome.failed = [];
    answer.outcome.failure = { at: "/error", is: { code: "no-room" } };
  }
  return { ...contract, locate: () => ({ file: "told", line: 1, column: 1 }) };
}

test.each<[string, JsonObject]>([
  ["succeeded", { status: "done", result: { id: "po_1" } }],
  ["succeeded", { status: "done", error: null }],
  ["failed", { status: "done", error: { code: "no-room" } }],
  ["pending", { status: "queued", error: { code: "no-room" } }],
])("an outcome with failures told by what stands beside the state has %s: %j", (says, body) => {
  const story = new Story(endsAlike()).perform("order-42");
  story.send({ commits: false, answer: { status: 202, body: { job: { id: "job_1" } } }, by: "contract" });
  story.poll("job_1", body);

  const [intent] = deriveKnowledge(story.history(), story.contract, story.operation).intents;

  expect(intent?.polls).toMatchObject([{ says }]);
});
