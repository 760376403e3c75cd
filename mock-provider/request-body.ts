import crypto from "node:crypto";
import type { IncomingMessage } from "node:http";
import qs from "qs";
import getRawBody from "raw-body";
import type { BodyKind } from "../src/contract/model.js";
import type { Json, JsonObject } from "../src/core/json.js";

/** The most bytes of a request body that are read. */
export const bodyLimit = 10 * 1024 * 1024;

/** A request body as it was read. */
export interface ReadBody {
  raw: Buffer;
  bytes: number;
  /** SHA-256 of the raw bytes, hex. */
  hash: string;
  /** What it was read as; null when it is of a kind that is not read. */
  kind: BodyKind | null;
  value: Json;
  /** What is wrong with it; null when nothing is. */
  problem: string | null;
}

const nothing = Buffer.alloc(0);
const emptyBody: ReadBody = {
  raw: nothing,
  bytes: 0,
  hash: sha256(nothing),
  kind: "none",
  value: null,
  problem: null,
};

/** Reads the body of a request. Rejects only when the client left in the middle of it. */
export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const length = request.headers["content-length"];
  if ((length === undefined || length === "0") && request.headers["transfer-encoding"] === undefined) {
    return emptyBody;
  }
  let raw: Buffer;
  try {
    raw = await getRawBody(request, { length: length ?? null, limit: bodyLimit });
  } catch (error) {
    if ((error as { type?: unknown }).type !== "entity.too.large") throw error;
    // The rest is read and dropped, so that the refusal reaches the client.
    request.resume();
    const problem = `The body: expected at most ${bodyLimit} bytes, got ${length ?? "more"}.`;
    return { ...emptyBody, bytes: Number(length ?? bodyLimit), hash: "", kind: null, problem };
  }
  if (raw.length === 0) return emptyBody;
  return parse(raw, request.headers["content-type"] ?? "");
}

/** Why an operation that takes these kinds of body cannot take this one; null when it can. */
export function bodyProblem(read: ReadBody, kinds: readonly BodyKind[]): string | null {
  if (read.bytes > bodyLimit) return read.problem;
  if (kinds.every((kind) => kind === "none") || read.bytes === 0) return null;
  if (read.kind === null) return read.problem;
  return kinds.includes(read.kind) ? null : `The body: expected ${kinds.join(" or ")}, got ${read.kind}.`;
}

async function parse(raw: Buffer, contentType: string): Promise<ReadBody> {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const bytes = raw.length;
  const hash = sha256(raw);
  const text = raw.toString("utf8");
  if (type === "application/x-www-form-urlencoded") {
    return { raw, bytes, hash, kind: "form", value: nested(text), problem: null };
  }
  if (type === "multipart/form-data") {
    try {
      const { readParts } = await import("./multipart.js");
      const value = nested(await readParts(raw, contentType, sha256));
      return { raw, bytes, hash, kind: "multipart", value, problem: null };
    } catch (error) {
      return {
        raw,
        bytes,
        hash,
        kind: null,
        value: text,
        problem: `The body is not multipart: ${reason(error)}.`,
      };
    }
  }
  if (type === "application/json" || type.endsWith("+json") || type === "") {
    try {
      return { raw, bytes, hash, kind: "json", value: JSON.parse(text) as Json, problem: null };
    } catch (error) {
      return {
        raw,
        bytes,
        hash,
        kind: null,
        value: text,
        problem: `The body is not JSON: ${reason(error)}.`,
      };
    }
  }
  return {
    raw,
    bytes,
    hash,
    kind: null,
    value: text,
    problem: `The body: expected JSON, a form or multipart, got Content-Type '${contentType}'.`,
  };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : "unreadable";
}

/** The fields of a form, `a[b]` as objects. */
function nested(fields: string | JsonObject): Json {
  return qs.parse(fields as string | Record<string, string>, {
    depth: 20,
    arrayLimit: 1000,
    parameterLimit: 10_000,
    ignoreQueryPrefix: false,
  }) as unknown as Json;
}

function sha256(bytes: Buffer): string {
  // One call is much faster than a stream, and not in the first releases of Node 20.
  if (typeof crypto.hash === "function") return crypto.hash("sha256", bytes, "hex");
  return crypto.createHash("sha256").update(bytes).digest("hex");
}
