import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Which folders a folder's files may import from; the first folder that fits a file counts. */
const mayImport: [folder: string, from: string[]][] = [
  ["src/core/", ["src/core/"]],
  ["src/contract/", ["src/core/", "src/contract/"]],
  ["mock-provider/", ["src/core/", "src/contract/", "mock-provider/"]],
  ["checks/", ["src/core/", "src/contract/", "checks/"]],
  ["src/catalogue.ts", ["src/core/"]],
  ["src/connector.ts", ["src/core/"]],
  ["src/receiver.ts", ["src/core/"]],
  ["src/drivers/", ["src/core/", "src/drivers/"]],
  ["src/reports/", ["src/core/", "src/contract/", "src/reports/"]],
  ["src/docs/", ["src/core/", "src/contract/", "src/catalogue.ts", "src/docs/", "checks/"]],
  ["src/openapi/", ["src/core/", "src/contract/", "src/openapi/"]],
  [
    "src/run/",
    [
      "src/core/",
      "src/contract/",
      "src/catalogue.ts",
      "src/drivers/",
      "src/run/",
      "mock-provider/",
      "checks/",
    ],
  ],
  ["src/selftest/", ["src/core/", "src/contract/", "src/drivers/", "src/run/", "src/selftest/"]],
  [
    "src/explore/",
    [
      "src/core/",
      "src/contract/",
      "src/catalogue.ts",
      "src/docs/step-words.ts",
      "src/drivers/",
      "src/run/",
      "src/explore/",
      "mock-provider/",
      "checks/",
    ],
  ],
  ["src/cli/", ["src/", "mock-provider/", "checks/"]],
  ["src/index.ts", ["src/core/", "src/contract/", "src/run/", "mock-provider/", "checks/"]],
  ["src/bin.ts", ["src/core/", "src/catalogue.ts", "src/cli/command.ts"]],
];

interface Import {
  file: string;
  /** Relative to the root, or the package's name. */
  from: string;
  isPackage: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return sources(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return specifiers.map((specifier) => {
    if (!specifier.startsWith(".")) return { file, from: specifier, isPackage: true };
    const path = relative(root, join(root, dirname(file), specifier)).replace(/\.js$/, ".ts");
    return { file, from: path, isPackage: false };
  });
}

const files = ["src", "mock-provider", "checks"].flatMap(sources);
const imports = files.flatMap(importsOf);

describe("architecture", () => {
  test("every source file belongs to a folder with an import rule", () => {
    const homeless = files.filter((file) => !mayImport.some(([folder]) => file.startsWith(folder)));

    expect(homeless).toEqual([]);
  });

  test("imports point the way the house is built", () => {
    const wrong = imports
      .filter(({ isPackage }) => !isPackage)
      .filter(({ file, from }) => {
        const allowed = mayImport.find(([folder]) => file.startsWith(folder))?.[1] ?? [];
        return !allowed.some((folder) => from.startsWith(folder));
      });

    expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  test("a third-party package is imported in one file, so that it can be replaced there", () => {
    const users = new Map<string, Set<string>>();
    for (const { file, from, isPackage } of imports) {
      if (!isPackage || from.startsWith("node:")) continue;
      const name = from.startsWith("@")
        ? from.split("/").slice(0, 2).join("/")
        : (from.split("/")[0] ?? from);
      users.set(name, (users.get(name) ?? new Set()).add(file));
    }
    // The CLI's commands share commander's type; Koa has two servers of its own: the provider's and the control's.
    const shared = new Set(["commander", "koa", "@koa/router"]);
    const spread = [...users].filter(([name, where]) => where.size > 1 && !shared.has(name));

    expect(spread.map(([name, where]) => `${name}: ${[...where].join(", ")}`)).toEqual([]);
  });

  test("what judges is pure: no clock, chance, disk, network or console", () => {
    const pure = files.filter((file) => file.startsWith("checks/") || file.startsWith("src/core/"));
    const impure = pure.filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      // node:vm bounds how long a pattern of a contract is tried; what it gives is the same at any speed, or an error.
      return /from "node:(?!util|vm")|Date\.now|new Date\(\)|Math\.random|performance\.now|console\.|process\.|setTimeout|fetch\(/.test(
        text,
      );
    });

    expect(impure).toEqual([]);
  });
});
