import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../src/contract/diff.js";
import type { Contract } from "../../../src/contract/model.js";
import { normalise } from "../../../src/contract/normalise.js";
import { readFacts } from "../../../src/contract/read-facts.js";
import { contractSchema, type ContractDocument } from "../../../src/contract/schema.js";
import type { SchemaNode } from "../../../src/contract/schema/walk.js";
import type { Json } from "../../../src/core/json.js";
import { compileSchema } from "../../../src/core/schema.js";
import { leavesOf, sampleOf, withValue, type Leaf } from "./sample-documents.js";

const schema = contractSchema as unknown as SchemaNode;
const problems = compileSchema(contractSchema);

/** Say nothing of the provider: which language it is, its schema, and the source of blocks that state no fact. */
const sayNothing =
  /^(?:\$schema|threeworlds|(?:provider|credentials|operations\.\*\.(?:request|effect))\.(?:source|basis))$/;

/** Documents that hold every key; of alternatives the first, the second, and so on. */
const documents = [0, 1, 2, 3].map((branch) => sampleOf(schema, branch, 0));

/** A contract as far as its shape goes: what it says need not make sense. */
function contractOf(document: Json): Contract {
  const short = readFacts(document, schema);
  return {
    id: "sample",
    file: "sample.yaml",
    source: JSON.stringify(document),
    ...normalise(short.value as unknown as ContractDocument, short.silent),
    facts: short.facts,
    locate: () => ({ file: "sample.yaml", line: 1, column: 1 }),
  };
}

/** A value that still fits and is another, as documents; empty where only one value fits. */
function othersOf(document: Json, leaf: Leaf, branch: number): Json[] {
  return ([0, 1] as const)
    .map((flavour) => withValue(document, leaf.at, sampleOf(leaf.schema, branch, flavour)))
    .filter((other) => JSON.stringify(other) !== JSON.stringify(document) && problems(other).length === 0);
}

describe("diffContracts on every key of the language", () => {
  test("has documents to try it on that fit the schema", () => {
    for (const document of documents) expect(problems(document)).toEqual([]);
  });

  test("says something when the value of any key is another", () => {
    const told = new Set<string>();
    const silent = new Set<string>();
    for (const [branch, document] of documents.entries()) {
      const before = contractOf(document);
      for (const leaf of leavesOf(document, schema)) {
        if (sayNothing.test(leaf.key) || told.has(leaf.key)) continue;
        const others = othersOf(document, leaf, branch);
        if (others.length === 0) continue;
        const isTold = others.some((other) => diffContracts(before, contractOf(other)).length > 0);
        (isTold ? told : silent).add(leaf.key);
      }
    }

    expect(told.size).toBeGreaterThan(150);
    expect([...silent].filter((key) => !told.has(key))).toEqual([]);
  });
});
