import { expectedGot, KitError } from "../../core/errors.js";

/** Where a delivery goes. Throws KitError("usage") for what is no http URL, and for another machine unless that is meant. */
export function readDestination(text: string | undefined, isRemoteMeant: boolean): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (text === undefined || url === null || !/^https?:$/.test(url.protocol)) {
    throw new KitError(
      "usage",
      `--to: ${expectedGot("a URL that begins with http:// or https://", text === undefined ? "nothing" : `'${text}'`)}.`,
    );
  }
  if (isRemoteMeant || isThisMachine(url.hostname)) return text;
  throw new KitError(
    "usage",
    `--to: ${url.hostname} is not this machine. Add --remote if it is yours (a tunnel, a test server): what goes there may be forged or malformed on purpose.`,
  );
}

/** RFC 1122, RFC 4291 and RFC 6761: the names and addresses that never leave the machine. */
function isThisMachine(host: string): boolean {
  return host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host) || /^(?:.+\.)?localhost$/.test(host);
}
