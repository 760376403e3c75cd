import { KitError } from "../../src/core/errors.js";
import type { Context, Next } from "../koa.js";
import { Refusal } from "./refusal.js";

/** Turns what is thrown into `{ error: { code, message } }`; a KitError is a mistake of the caller. */
export async function errorsAsJson(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof Refusal) {
      ctx.status = error.status;
      ctx.body = { error: { code: error.code, message: error.message } };
    } else if (error instanceof KitError) {
      ctx.status = 400;
      ctx.body = { error: { code: error.code, message: error.message } };
    } else {
      throw error;
    }
  }
}
