import { describe, expect, it } from "vitest";
import { getAt } from "../../src/core/pointer.js";
import {
  commentAbove,
  jsonResponse,
  lintErrors,
  onlyOperation,
  posting,
  skeletonOf,
} from "./document-text.js";

const text = { type: "string" };

describe("the answer of a contract made from OpenAPI", () => {
  it.each([
    ["/things", { id: text }, "/id"],
    ["/things", { object: text, thing_id: text }, "/thing_id"],
    ["/things", { data: { type: "object", properties: { id: text } } }, "/data/id"],
    ["/things", { request_id: text, thing: { type: "object", properties: { id: text } } }, "/thing/id"],
    ["/things/create", { request_id: text, transfer_id: text }, "/transfer_id"],
    ["/things", { uuid: text, name: text }, "/uuid"],
  ])("sees the receipt in the answer to POST %s with %j: %s", (path, properties, pointer) => {
    const responses = { "201": jsonResponse({ type: "object", properties }) };
    const skeleton = skeletonOf({ [path]: { post: posting({ name: text }, { responses }) } });
    const { answer } = onlyOperation(skeleton);

    expect(answer.receipt).toMatchObject({ in: "body", at: pointer });
    expect(getAt(answer.body, pointer)).toBe("{{effect.id}}");
    expect(lintErrors(skeleton)).toEqual([]);
  });

  it("takes the field that the read of one is asked with for the receipt", () => {
    const properties = { id: { type: "integer" }, number: { type: "integer" } };
    const one = { get: { responses: { "200": jsonResponse({ type: "object", properties }) } } };
    const responses = { "201": jsonResponse({ type: "object", properties }) };
    const skeleton = skeletonOf({
      "/issues": { post: posting({ title: text }, { responses }) },
      "/issues/{issue_number}": one,
    });

    expect(onlyOperation(skeleton).answer.receipt).toMatchObject({ at: "/number" });
    expect(onlyOperation(skeleton).effect.id.otherwise).toBe("{{sequence}}");
  });

  it.each([
    ["pay_1a2b3c4z5x", "pay_{{alphanumeric 10}}"],
    ["5a3f8c1e-7b6d-4e2a-9c4f-1d2e3f4a5b6c", "{{uuid}}"],
    ["12345", "{{sequence}}"],
    ["0123456789abcdef01234567", "{{hex 24}}"],
  ])("makes ids that look like the document's example %s: %s", (id, template) => {
    const responses = { "201": jsonResponse({ type: "object", properties: { id: text } }, { id }) };

    expect(
      onlyOperation(skeletonOf({ "/things": { post: posting({}, { responses }) } })).effect.id.otherwise,
    ).toBe(template);
  });

  it("gives back what was asked for where the answer has a field of that name and type", () => {
    const properties = {
      id: text,
      name: text,
      size: { type: "object", properties: { w: { type: "integer" } } },
      created_at: { type: "string", format: "date-time" },
      state: { type: "string", enum: ["open", "closed"] },
    };
    const responses = { "201": jsonResponse({ type: "object", properties }) };
    const { answer } = onlyOperation(
      skeletonOf({ "/things": { post: posting({ name: text, size: text }, { responses }) } }),
    );

    expect(answer.body).toEqual({
      id: "{{effect.id}}",
      name: "{{request.body.name}}",
      size: {},
      created_at: "{{now.iso8601}}",
      state: "open",
    });
  });

  it("takes a declared Location header where the body names nothing", () => {
    const responses = { "201": { description: "Made", headers: { Location: { schema: text } } } };
    const { answer } = onlyOperation(skeletonOf({ "/things": { post: posting({}, { responses }) } }));

    expect(answer.receipt).toMatchObject({ in: "header", at: "Location" });
    expect(answer.headers).toEqual({ Location: "{{baseUrl}}/v2/things/{{effect.id}}" });
  });

  it("reads 202 as an acknowledgement, and a state that can be polled as its outcome", () => {
    const properties = {
      id: text,
      status: { type: "string", enum: ["queued", "running", "succeeded", "failed"] },
    };
    const job = jsonResponse({ type: "object", properties });
    const skeleton = skeletonOf({
      "/jobs": { post: posting({ input: text }, { operationId: "createJob", responses: { "202": job } }) },
      "/jobs/{jobId}": { get: { responses: { "200": job } } },
    });
    const { answer } = onlyOperation(skeleton);

    expect(answer).toMatchObject({ is: "acknowledgement", status: 202, ticket: { in: "body", at: "/id" } });
    expect(answer.outcome).toMatchObject({
      by: "poll",
      request: { method: "GET", path: "/v2/jobs/{ticket}" },
      at: "/status",
      pending: ["queued", "running"],
      succeeded: ["succeeded"],
      failed: ["failed"],
    });
    expect(commentAbove(skeleton.yaml, /is: acknowledgement/)).toContain(
      "open question: does the effect exist",
    );
    expect(lintErrors(skeleton)).toEqual([]);
  });

  it("asks how the outcome becomes known where no read shows a state", () => {
    const responses = { "202": jsonResponse({ type: "object", properties: { id: text } }) };
    const { yaml } = skeletonOf({ "/jobs": { post: posting({}, { responses }) } });

    expect(yaml).toContain("open question: how does the outcome become known (`outcome:`)");
  });

  it("shows in reads what the read of one declares where the answer is a bare id", () => {
    const read = jsonResponse({ type: "object", properties: { id: text, name: text } });
    const skeleton = skeletonOf({
      "/things": {
        post: posting(
          { name: text },
          { responses: { "201": jsonResponse({ type: "string", format: "uuid" }) } },
        ),
      },
      "/things/{thingId}": { get: { responses: { "200": read } } },
    });
    const { answer, effect } = onlyOperation(skeleton);

    expect([answer.receipt?.at, answer.body]).toEqual(["", '"{{effect.id}}"']);
    expect(effect).toEqual({
      id: { from: null, otherwise: "{{uuid}}" },
      representation: { id: "{{effect.id}}", name: "{{request.body.name}}" },
    });
  });
});
