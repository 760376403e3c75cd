import { KitError } from "../../core/errors.js";
import { initFromOpenApi } from "./from-openapi.js";
import type { InitOptions } from "./options.js";
import { initStarter } from "./starter.js";

/** Writes a first contract and says what to do next. */
export async function runInit(options: InitOptions, output: { write(text: string): unknown }): Promise<void> {
  const { openapi, operation, out } = options;
  if (openapi !== undefined) {
    for (const [name, value] of [
      ["--language", options.language],
      ["--name", options.name],
    ]) {
      if (value !== undefined)
        throw new KitError("usage", `${name} means nothing with --openapi: no adapter is written.`);
    }
    output.write(await initFromOpenApi(openapi, operation ?? [], out));
    return;
  }
  if (operation !== undefined) {
    throw new KitError("usage", "--operation chooses from an OpenAPI document: name it with --openapi.");
  }
  output.write(await initStarter(options));
}
