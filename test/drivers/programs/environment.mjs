// Answers every perform with what its environment holds and what `open` said.
import { createInterface } from "node:readline";

let world;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.command === "open") {
    world = message.world;
    console.log(JSON.stringify({ id: message.id, protocol: 1 }));
    continue;
  }
  const names = Object.keys(process.env).filter((name) => /^THREEWORLDS_|^no_proxy$|^CONFIGURED/i.test(name));
  const environment = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  console.log(
    JSON.stringify({ id: message.id, outcome: "unknown", reason: JSON.stringify({ environment, world }) }),
  );
}
