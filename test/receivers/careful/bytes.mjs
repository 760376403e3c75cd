/** The body of a request, at most so many bytes; null when there are more. */
export async function readBody(request, mostBytes) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The value of a JSON text, read strictly: throws on bytes that are no UTF-8 and on a key that occurs twice. */
export function readJson(raw) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  const value = JSON.parse(text);
  refuseRepeatedKeys(text);
  return value;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** Walks over the tokens of a text that is known to be JSON. */
function refuseRepeatedKeys(text) {
  const open = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const key = JSON.parse(last);
      const keys = open.at(-1);
      if (keys.has(key)) throw new SyntaxError(`the key ${last} occurs twice`);
      keys.add(key);
    }
    last = token;
  }
}
