import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { plainName } from "./names.js";
import { exampleOf, type ReadsOfOne } from "./reads.js";
import type { Remarks } from "./remarks.js";
import { viewOf } from "./schema-view.js";

const good =
  /^(?:succe|complete|done|finish|sent|deliver|paid|ready|settled|ok|processed|approved|executed|posted)/i;
const bad = /^(?:fail|error|reject|cancel|expire|declin|abort|denied|return|invalid|timed)/i;

/** How the outcome of what was only acknowledged could be polled; null when the document has no state to read. */
export function outcomeOf(
  document: OpenApiDocument,
  reads: ReadsOfOne | null,
  remarks: Remarks,
  above: Remarks,
): JsonObject | null {
  const state = reads === null ? null : findState(document, reads);
  if (reads === null || state === null) {
    above.openQuestion(
      "how does the outcome become known (`outcome:`): by polling, by a webhook? The document has no read with a state.",
    );
    return null;
  }
  remarks.guessed(
    `${reads.operation.method} ${reads.operation.path} and the words that its '${state.name}' can have`,
  );
  remarks.openQuestion("which states are final, and what do they say of the effect?");
  return {
    by: "poll",
    request: { method: "GET", path: reads.itemPath.replace("{id}", "{ticket}") },
    at: state.pointer,
    pending: state.words.filter((word) => !good.test(word) && !bad.test(word)),
    succeeded: state.words.filter((word) => good.test(word)),
    failed: state.words.filter((word) => bad.test(word)),
    takes: { value: "undocumented", assume: "2s" },
  };
}

interface State {
  name: string;
  pointer: string;
  words: string[];
}

/** A field with words of success and of failure among its values. */
function findState(document: OpenApiDocument, { content }: ReadsOfOne): State | null {
  const look = (schema: Json | undefined, at: string, depth: number): State | null => {
    const { properties } = viewOf(document, schema);
    for (const [name, inner] of Object.entries(properties)) {
      const view = viewOf(document, inner);
      const words = (Array.isArray(view.keywords["enum"]) ? view.keywords["enum"] : []).filter(
        (word): word is string => typeof word === "string",
      );
      const isState = ["status", "state", "result", "outcome"].includes(plainName(name));
      if (isState && words.some((word) => good.test(word)) && words.some((word) => bad.test(word))) {
        return { name, pointer: `${at}/${name}`, words };
      }
    }
    if (depth === 0) return null;
    for (const [name, inner] of Object.entries(properties)) {
      if (viewOf(document, inner).type !== "object") continue;
      const found = look(inner, `${at}/${name}`, depth - 1);
      if (found !== null) return found;
    }
    return null;
  };
  const { schema } = content;
  return isObject(schema) || exampleOf(content) !== undefined ? look(schema, "", 1) : null;
}
