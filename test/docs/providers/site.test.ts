import { describe, expect, test } from "vitest";
import { loadContract } from "../../../src/contract/load.js";
import { providerSite } from "../../../src/docs/providers/site.js";
import { sampleContract, sampleContracts } from "../../contracts/sample-contracts.js";
import { readHtml } from "./reading-html.js";
import { hostileContract, shippedContracts } from "./shipped-contracts.js";

const contracts = [...shippedContracts(), ...sampleContracts.values(), hostileContract()];
const site = providerSite(contracts);
const htmlPages = [...site].filter(([name]) => name.endsWith(".html"));
const markdownPages = [...site].filter(([name]) => name.endsWith(".md"));

describe("the pages of providers", () => {
  test("are one Markdown and one HTML file for each contract, and an index in both", () => {
    const names = contracts.flatMap(({ id }) => [`${id}.html`, `${id}.md`]);

    expect([...site.keys()].sort()).toEqual([...names, "index.html", "index.md"].sort());
  });

  test("are well-formed HTML whose ids are unique", () => {
    for (const [name, page] of htmlPages) {
      const ids = readHtml(page).flatMap(({ attributes }) => attributes.get("id") ?? []);

      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });

  test("link to pages and places that are there, and to nothing but web addresses outside", () => {
    const ids = new Map(
      htmlPages.map(([name, page]) => [
        name,
        new Set(readHtml(page).map(({ attributes }) => attributes.get("id"))),
      ]),
    );
    let checked = 0;
    for (const [name, page] of htmlPages) {
      for (const { attributes } of readHtml(page)) {
        const href = attributes.get("href");
        if (href === undefined || /^https?:\/\//.test(href)) continue;
        const [file = "", anchor] = href.split("#");
        const target = ids.get(file === "" ? name : decodeURIComponent(file));
        expect(target, `${name}: ${href}`).toBeDefined();
        if (anchor !== undefined) expect(target?.has(anchor), `${name}: ${href}`).toBe(true);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(contracts.length * 4);
  });

  test("link within Markdown to anchors that are there", () => {
    const anchors = new Map(
      markdownPages.map(([name, page]) => [
        name,
        new Set([...page.matchAll(/<a id="([^"]*)">/g)].map(([, id]) => id)),
      ]),
    );
    for (const [name, page] of markdownPages) {
      for (const [, href = ""] of page.matchAll(/(?<!\\)\]\(([^)]*)\)/g)) {
        if (/^https?:\/\//.test(href)) continue;
        const [file = "", anchor] = href.split("#");
        const target = anchors.get(file === "" ? name : decodeURIComponent(file));
        expect(target, `${name}: ${href}`).toBeDefined();
        if (anchor !== undefined) expect(target?.has(anchor), `${name}: ${href}`).toBe(true);
      }
    }
  });

  test("load nothing: no script, no picture, no font, no style sheet from elsewhere", () => {
    const loading = /\b(?:src|srcset|data|poster|background|style|on[a-z]+)$/;
    const known = new Set(
      "html head meta title style body header nav a main h1 h2 h3 p strong i code wbr span aside ul li dl dt dd div table thead tbody tr th td figure figcaption svg desc line rect path text tspan".split(
        " ",
      ),
    );
    const odd = htmlPages.flatMap(([name, page]) =>
      readHtml(page)
        .filter(
          (element) =>
            !known.has(element.name) || [...element.attributes.keys()].some((key) => loading.test(key)),
        )
        .map((element) => `${name}: <${element.name}>`),
    );

    expect(odd).toEqual([]);
    for (const [name, page] of htmlPages) expect(page, name).not.toMatch(/@import|url\(/);
  });

  test("are the same bytes for the same contracts, in whatever order they come", () => {
    expect(providerSite(contracts.toReversed())).toEqual(site);
  });

  test("take less than five seconds of the machine for all contracts", () => {
    const before = process.cpuUsage();

    providerSite(contracts);

    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(5_000_000);
  });

  test("are refused when two contracts would have one page", () => {
    const keyed = sampleContract("keyed");

    expect(() => providerSite([keyed, { ...keyed, id: "Keyed", file: "other/Keyed.yaml" }])).toThrow(
      "other/Keyed.yaml: its page would be 'Keyed.html', which is already that of test/contracts/keyed.yaml. Rename the contract.",
    );
    expect(() => providerSite([{ ...keyed, id: "index" }])).toThrow("which is already that of the index");
  });

  test("are found under a name that an address must spell otherwise", () => {
    const odd = loadContract(sampleContract("keyed").source, `a b"<&>#.yaml`);

    const pages = providerSite([odd]);

    expect([...pages.keys()]).toContain(`a b"<&>#.html`);
    expect(pages.get("index.html")).toContain('href="a%20b%22%3C%26%3E%23.html"');
    readHtml(pages.get("index.html") ?? "");
  });
});

describe("hostile text in a contract", () => {
  const html = site.get("hostile.html") ?? "";
  const markdown = site.get("hostile.md") ?? "";

  test("stands on the page as text", () => {
    expect(html).toContain("Evil &lt;script&gt;alert(1)&lt;/script&gt;, end;");
    expect(html).not.toMatch(/<(?:script|img)/);
    for (const { attributes } of readHtml(html)) {
      expect(attributes.get("href") ?? "#").toMatch(/^(?:https:\/\/|#|index\.html)/);
    }
  });

  test("is no markup in Markdown outside of code", () => {
    const outside = withoutCode(markdown)
      .replaceAll(/<a id="[\w-]*"><\/a>/g, "")
      .replaceAll(/\]\((?:https:\/\/|#|index\.md)[^()<>\s]*\)/g, "](…)");

    expect(outside).not.toContain("<");
    expect(outside).toContain(
      "\n- - <b>me</b> # heading - item"
        .replaceAll(/[<>]/g, (sign) => (sign === "<" ? "&lt;" : "&gt;"))
        .replace("- -", "- \\-")
        .replace("#", "\\#"),
    );
  });

  test("cannot leave its line in a diagram", () => {
    const diagrams = [...markdown.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, source = ""]) => source);

    expect(diagrams).toHaveLength(3);
    for (const line of diagrams.flatMap((source) => source.trimEnd().split("\n"))) {
      expect(line).toMatch(
        /^sequenceDiagram$|^ {2}participant [CP] as [^<>;"`|]*(?:#\d+;[^<>;"`|]*)*$|^ {2}(?:Note over [CP]|[CP]-?-(?:>>|x)[CP]): [^<>;"`|]*(?:#\d+;[^<>;"`|]*)*$/,
      );
    }
  });

  test("is shown without signs that turn its direction around or move a cursor", () => {
    for (const page of [html, markdown]) {
      expect(page).toContain("� evil � end");
      // oxlint-disable-next-line no-control-regex
      expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

/** Markdown without its diagrams and code spans; what is escaped by a backslash stays. */
function withoutCode(markdown: string): string {
  let outside = "";
  for (let at = 0; at < markdown.length; at++) {
    const ticks = /^`+/.exec(markdown.slice(at, at + 10))?.[0];
    if (markdown[at] === "\\") {
      outside += markdown.slice(at, at + 2);
      at += 1;
    } else if (ticks === undefined) {
      outside += markdown[at];
    } else {
      const end = new RegExp("(?<!`)" + ticks + "(?!`)").exec(markdown.slice(at + ticks.length));
      if (end === null) throw new Error(`code without an end: ${markdown.slice(at, at + 40)}`);
      at += ticks.length + end.index + ticks.length - 1;
    }
  }
  return outside;
}
