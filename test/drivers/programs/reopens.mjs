// Can be opened again, unless the new world's state directory is named "/refuse". Prints as many lines as it is told to.
import { createInterface } from "node:readline";

let opened = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, command, world } = JSON.parse(line);
  if (command === "open") {
    opened += 1;
    if (world.stateDir === "/refuse") console.log(JSON.stringify({ id, error: "not again" }));
    else console.log(JSON.stringify({ id, protocol: 1, capabilities: ["reopen"] }));
  } else {
    for (let count = 1; count <= Number(process.argv[2] ?? 0); count += 1) console.log(`line ${count}`);
    console.log(JSON.stringify({ id, outcome: "unknown", reason: `opened ${opened} times` }));
  }
}
