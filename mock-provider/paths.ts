/** A path of a contract, ready to be recognised. */
export interface PathPattern {
  regexp: RegExp;
  /** Names of the captured parameters, in order. */
  names: string[];
  /** Orders patterns: literal segments before parameters. */
  rank: string;
}

const piece = /\{([^{}]*)\}/g;

/** `{name}` is a parameter, `{.json}` optional text; a trailing slash changes nothing. */
export function compilePath(path: string): PathPattern {
  const names: string[] = [];
  let source = "";
  let from = 0;
  const literal = path.length > 1 ? path.replace(/\/$/, "") : path;
  for (const match of literal.matchAll(piece)) {
    source += escape(literal.slice(from, match.index));
    const inside = match[1] ?? "";
    if (/^[A-Za-z_]\w*$/.test(inside)) {
      names.push(inside);
      // Lazy, so that optional text after it is not taken for a part of it.
      source += "([^/]+?)";
    } else {
      source += `(?:${escape(inside)})?`;
    }
    from = match.index + match[0].length;
  }
  source += escape(literal.slice(from));
  const rank = literal
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "2" : segment.includes("{") ? "1" : "0"))
    .join("");
  return { regexp: new RegExp(`^${source}/?$`), names, rank };
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A path segment decoded; left as it is when it is not well-formed. */
export function decodeSegment(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
