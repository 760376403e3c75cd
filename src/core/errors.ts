/** Stable codes of errors that the user can mend. */
export type KitErrorCode =
  | "usage"
  | "file"
  | "yaml"
  | "contract"
  | "unknown-fault"
  | "bad-fault"
  | "unknown-operation"
  | "config"
  | "connector"
  | "history"
  | "port"
  | "catalogue";

/** A mistake in what the user gave us: exit 2, never a stack trace. The message says where, what, expected and got, and what to do. */
export class KitError extends Error {
  override readonly name = "KitError";
  readonly code: KitErrorCode;

  constructor(code: KitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The one phrasing of a mismatch. */
export function expectedGot(expected: string, got: string): string {
  return `expected ${expected}, got ${got}`;
}

/** What a thrown value says, whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The same with the place it came from, for mistakes of the kit's own. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
