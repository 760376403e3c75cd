import path from "node:path";
import { createInterface } from "node:readline/promises";
import { expectedGot, KitError } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import { kebabCase } from "../../openapi/names.js";
import type { InitOptions } from "./options.js";
import { starterContract } from "./starter/contract.js";
import { javascriptAdapter } from "./starter/javascript.js";
import { pythonAdapter } from "./starter/python.js";
import { writeNew } from "./write-new.js";

interface Language {
  file: string;
  command: string;
  text: string;
}

const languages: Record<string, Language> = {
  javascript: { file: "connector.mjs", command: "node connector.mjs", text: javascriptAdapter },
  python: { file: "connector.py", command: "python3 connector.py", text: pythonAdapter },
};

/** Writes a contract, `threeworlds.yaml` and an adapter that is checked at once, and says what to do next. */
export async function initStarter(options: InitOptions): Promise<string> {
  const { name, language } = await decide(options);
  const chosen = languages[language];
  if (chosen === undefined) throw unknownLanguage(language);
  const id = kebabCase(name, "my-provider");
  const contract = path.join("contracts", `${id}.yaml`);
  const files = new Map([
    [contract, starterContract(name)],
    ["threeworlds.yaml", configOf(id, contract, chosen.command)],
    [chosen.file, chosen.text],
  ]);
  await writeNew(new Map([...files].map(([file, text]) => [path.join(options.out, file), text])));
  const where = options.out === "." ? "" : ` in ${options.out}`;
  return [
    `wrote${where}:`,
    `  ${contract.padEnd(30)} what the provider promises; turn it into yours`,
    `  ${chosen.file.padEnd(30)} the adapter; put your integration into it`,
    `  ${"threeworlds.yaml".padEnd(30)} what is checked`,
    "",
    `Next${where}: npx threeworlds check`,
    "",
  ].join("\n");
}

interface Decided {
  name: string;
  language: string;
}

const defaults: Decided = { name: "My provider", language: "javascript" };

/** What was said on the command line, else the answers of a person, else the defaults. */
async function decide({ name, language, yes }: InitOptions): Promise<Decided> {
  if (language !== undefined && languages[language] === undefined) throw unknownLanguage(language);
  if (yes || (name !== undefined && language !== undefined)) {
    return { name: name ?? defaults.name, language: language ?? defaults.language };
  }
  if (!process.stdin.isTTY) {
    throw new KitError(
      "usage",
      "init asks questions, and nobody is there to answer. Take the defaults with --yes.",
    );
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ask = async (question: string, usual: string): Promise<string> =>
      (await prompt.question(`${question} (${usual}): `)).trim() || usual;
    return {
      name: name ?? (await ask("What is your provider called?", defaults.name)),
      language: language ?? (await ask("The adapter in javascript or python?", defaults.language)),
    };
  } finally {
    prompt.close();
  }
}

function unknownLanguage(language: string): KitError {
  const known = Object.keys(languages);
  return new KitError(
    "usage",
    `--language: ${expectedGot(`one of ${known.join(", ")}`, `'${language}'`)}.${suggest(language, known)}`,
  );
}

function configOf(id: string, contract: string, command: string): string {
  return `# What \`npx threeworlds check\` runs: one entry for each connector.
connectors:
  ${id}:
    contract: ${contract.replaceAll("\\", "/")}
    command: ${command}
`;
}
