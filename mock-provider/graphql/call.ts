// The whole package takes a tenth of a second to load; these parts of it do not.
import {
  OperationTypeNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql/language/ast.js";
import { Kind } from "graphql/language/kinds.js";
import { parse } from "graphql/language/parser.js";
import { valueFromASTUntyped } from "graphql/utilities/valueFromASTUntyped.js";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import type { SelectedField, Selection } from "./selection.js";

/** What a GraphQL request asks for: one field of the root, as the contract tells operations apart. */
export interface GraphqlCall {
  field: string;
  /** By name, however they were written: variables are filled in, enum values are texts. */
  arguments: JsonObject;
  /** The arguments of the directives on the field, or on the whole of the operation. */
  directives: Record<string, JsonObject>;
  /** What of `data` is wanted. */
  data: Selection;
}

interface Reading {
  fragments: Map<string, FragmentDefinitionNode>;
  variables: JsonObject;
}

/** Clients send the same few texts again and again. */
const parsed = new Map<string, DocumentNode>();
const mostParsed = 200;

/** Deeper than any client asks; fragments that contain each other end here, too. */
const deepest = 50;

/** Reads the body of a GraphQL request; `problem` says in one sentence why it cannot be read. */
export function readCall(body: Json): GraphqlCall | { problem: string } {
  if (!isObject(body) || typeof body["query"] !== "string") {
    return { problem: "The body: expected a GraphQL request with the text of a query." };
  }
  let document: DocumentNode;
  try {
    document = parseOnce(body["query"]);
  } catch (error) {
    return { problem: `The query is not GraphQL: ${error instanceof Error ? error.message : "unreadable"}` };
  }
  const operation = operationIn(document, body["operationName"]);
  if (operation === null) return { problem: "The query: expected one operation, or the name of one." };
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const given = isObject(body["variables"]) ? body["variables"] : {};
  const reading = { fragments, variables: { ...defaultsOf(operation), ...given } };
  const missing = missingVariable(operation, reading.variables);
  if (missing !== null) return { problem: `The variable $${missing} is missing.` };
  const roots = fieldsOf(operation.selectionSet, reading).filter(
    ({ node }) => node.name.value !== "__typename",
  );
  const [root] = roots;
  if (root === undefined) return { problem: "The query asks for nothing." };
  if (operation.operation === OperationTypeNode.MUTATION && roots.length > 1) {
    return { problem: "The mutation: expected one field, since each makes an effect of its own." };
  }
  return {
    field: root.node.name.value,
    arguments: argumentsOf(root.node, reading),
    directives: Object.fromEntries(
      [...(operation.directives ?? []), ...(root.node.directives ?? [])].map((directive) => [
        directive.name.value,
        argumentsOf(directive, reading),
      ]),
    ),
    data: selectionOf(operation.selectionSet, reading),
  };
}

function parseOnce(query: string): DocumentNode {
  const known = parsed.get(query);
  if (known !== undefined) return known;
  const document = parse(query, { noLocation: true });
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(query, document);
  return document;
}

function operationIn(document: DocumentNode, name: Json | undefined): OperationDefinitionNode | null {
  const operations = document.definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (typeof name === "string") return operations.find((one) => one.name?.value === name) ?? null;
  return operations.length === 1 ? (operations[0] ?? null) : null;
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): JsonObject {
  const defaults: JsonObject = {};
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue !== undefined) defaults[variable.name.value] = valueOf(defaultValue, {}) ?? null;
  }
  return defaults;
}

/** A variable that must be given and is not; null when there is none. */
function missingVariable(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: JsonObject,
): string | null {
  const missing = variableDefinitions.find(
    ({ variable, type }) =>
      type.kind === Kind.NON_NULL_TYPE && (variables[variable.name.value] ?? null) === null,
  );
  return missing?.variable.name.value ?? null;
}

/** Arguments whose variable was not given are left out. */
function argumentsOf(node: FieldNode | DirectiveNode, { variables }: Reading): JsonObject {
  const found: JsonObject = {};
  for (const { name, value } of node.arguments ?? []) {
    const there = valueOf(value, variables);
    if (there !== undefined) found[name.value] = there;
  }
  return found;
}

function valueOf(node: ValueNode, variables: JsonObject): Json | undefined {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  const value = valueFromASTUntyped(node, variables) as Json | undefined;
  // The parser's objects have no prototype; ours are plain.
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json);
}

interface FoundField {
  node: FieldNode;
  on: string | null;
}

/** The fields of a selection, fragments laid open; `@skip` and `@include` are heeded. */
function fieldsOf(
  set: SelectionSetNode,
  reading: Reading,
  on: string | null = null,
  depth = 0,
): FoundField[] {
  if (depth > deepest) return [];
  return set.selections.flatMap((node): FoundField[] => {
    if (!isWanted(node.directives ?? [], reading)) return [];
    if (node.kind === Kind.FIELD) return [{ node, on }];
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : reading.fragments.get(node.name.value);
    if (fragment === undefined) return [];
    const type = fragment.typeCondition?.name.value ?? on;
    return fieldsOf(fragment.selectionSet, reading, type, depth + 1);
  });
}

function selectionOf(set: SelectionSetNode, reading: Reading, depth = 0): Selection {
  if (depth > deepest) return [];
  const fields = new Map<string, SelectedField>();
  for (const { node, on } of fieldsOf(set, reading)) {
    const as = node.alias?.value ?? node.name.value;
    const of = node.selectionSet === undefined ? null : selectionOf(node.selectionSet, reading, depth + 1);
    const before = fields.get(as);
    // The same field asked for twice is one field with the selections of both.
    const both = before?.of == null ? of : [...before.of, ...(of ?? [])];
    fields.set(as, {
      as,
      name: node.name.value,
      on: before === undefined ? on : (before.on ?? on),
      of: both,
    });
  }
  return [...fields.values()];
}

function isWanted(directives: readonly DirectiveNode[], reading: Reading): boolean {
  return directives.every((directive) => {
    const condition = argumentsOf(directive, reading)["if"];
    if (directive.name.value === "skip") return condition !== true;
    return directive.name.value !== "include" || condition !== false;
  });
}
