import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const { bin } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/** The CLI as it was built. */
export const cli = fileURLToPath(new URL(bin.threeworlds, root));
export const rootPath = fileURLToPath(root);

const bareNode = `
  const server = require("node:http").createServer((request, response) => {
    request.resume();
    const body = '{"id":"re_1","object":"refund","status":"succeeded"}';
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
  });
  server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));`;

const bareKoa = `
  import Koa from "koa";
  const app = new Koa();
  app.use((ctx) => { ctx.body = { id: "re_1", object: "refund", status: "succeeded" }; });
  const server = app.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));`;

/** Each starts one server in a process of its own and resolves with its port, pid, token and an end. */
export const servers = {
  "node:http": () => start(["-e", bareNode]),
  koa: () => start(["--input-type=module", "-e", bareKoa]),
  mock: (...more) => start([cli, "mock", "contracts/stripe.yaml", "--json", ...more]),
};

async function start(args) {
  const child = spawn(process.execPath, args, { cwd: rootPath, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once("line", (text) => resolve([text]))),
    new Promise((_, reject) => {
      child.once("exit", (code) => reject(new Error(`a server ended with ${code} before it listened`)));
    }),
  ]);
  const told = JSON.parse(line);
  return {
    port: told.port ?? Number(new URL(told.baseUrl).port),
    token: told.credentials?.first.token ?? "none",
    pid: child.pid,
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.once("exit", resolve);
        child.kill("SIGTERM");
      }),
  };
}
