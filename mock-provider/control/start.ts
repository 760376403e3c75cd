import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { KitError } from "../../src/core/errors.js";
import { Koa } from "../koa.js";
import { errorsAsJson } from "./errors.js";
import { guard } from "./guard.js";
import { controlRoutes, type Controlled } from "./routes.js";

/** A running control API: what moves the mock provider, on a port of its own that only this machine reaches. */
export interface Control {
  url: string;
  port: number;
  /** What every request must carry as `Authorization: Bearer …`. */
  token: string;
  /** Ends every connection, streams among them. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ControlOptions {
  /** Default 0: the system chooses. */
  port?: number;
  /** Default: a random one. */
  token?: string;
}

/** Serves the control API on loopback. Throws KitError("port") when the port is taken. */
export async function startControl(controlled: Controlled, options: ControlOptions = {}): Promise<Control> {
  const token = options.token ?? randomBytes(24).toString("base64url");
  const app = new Koa();
  const routes = controlRoutes(controlled);
  app.use(errorsAsJson).use(guard(token)).use(routes.routes());
  const server = createServer(app.callback());
  const port = await listen(server, options.port ?? 0);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, token, close, [Symbol.asyncDispose]: close };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE" || error.code === "EACCES"
          ? new KitError(
              "port",
              `control port ${port}: ${reason(error.code)} Choose another with --control-port.`,
              { cause: error },
            )
          : error,
      );
    });
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function reason(code: "EADDRINUSE" | "EACCES"): string {
  return code === "EADDRINUSE"
    ? "expected a free port, got one that is in use."
    : "expected a port one may open, got one that needs more rights.";
}
