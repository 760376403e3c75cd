import { Busboy } from "@fastify/busboy";
import type { Json, JsonObject } from "../src/core/json.js";

/** Largest value of a field that is no file, bytes: as large as a whole body may be. */
const fieldSize = 10 * 1024 * 1024;

/**
 * The parts of a multipart body by name, in the order in which they came; those of one name as a list. A file is an
 * object of its name, type, size and hash. Rejects when the body does not end as it must.
 */
export function readParts(
  raw: Buffer,
  contentType: string,
  hashOf: (bytes: Buffer) => string,
): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    const parts = new Map<string, Json>();
    const add = (name: string, value: Json): void => {
      const before = parts.get(name);
      if (before === undefined) parts.set(name, value);
      else parts.set(name, Array.isArray(before) ? [...before, value] : [before, value]);
    };
    const parser = new Busboy({ headers: { "content-type": contentType }, limits: { fieldSize } });
    parser.on("field", add);
    parser.on("file", (name, stream, filename, _, type) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks);
        add(name, {
          filename: filename ?? null,
          contentType: type,
          bytes: bytes.length,
          sha256: hashOf(bytes),
        });
      });
      stream.on("error", reject);
    });
    parser.on("error", reject);
    parser.on("finish", () => resolve(Object.fromEntries(parts)));
    parser.end(raw);
  });
}
