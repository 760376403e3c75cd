import type { Contract } from "../../contract/model.js";
import { basisOrder, countFacts, countsInWords } from "./facts.js";
import { matrixHead, matrixRows } from "./matrix.js";
import { heading, paragraph, type Block, type Page, type Row } from "./page/content.js";
import { pageAddress } from "./page/plain-text.js";
import { notDocumented, safetyInWords } from "./words.js";
import { wordBlocks } from "./glossary.js";

/** The index of all providers: what they promise, side by side. Links to pages have the form `page:<id>#<anchor>`. */
export function indexPage(contracts: readonly Contract[]): Page {
  const counts = countFacts(contracts);
  const facts = contracts.flatMap((contract) => contract.facts).length;
  return {
    name: "index",
    title: "What providers promise when an answer is lost",
    blocks: [
      heading(1, "top", "What providers promise when an answer is lost"),
      paragraph(
        "A request to change something times out. Did it happen? What an integration may do then depends on what the provider promises: whether it recognises a repeat, " +
          "how long, and whether one can ask it afterwards. Each page below answers that for one provider; this one puts them side by side.",
      ),
      paragraph(
        `${contracts.length} ${contracts.length === 1 ? "provider" : "providers"}, ${facts} facts: ${countsInWords(counts)}.`,
      ),
      heading(2, "lost", "When an answer is lost"),
      {
        block: "list",
        items: Object.values(safetyInWords).map(({ short, says }) => [{ strong: short }, `: ${says}`]),
      },
      heading(2, "comparison", "Comparison"),
      paragraph(
        "One row for each request that changes something. What the provider’s documentation is silent about reads ",
        notDocumented,
        "; what is assumed or observed rather than documented says so. Sources stand on the provider’s page.",
      ),
      { block: "table", head: [...matrixHead], rows: matrixRows(contracts), stacked: false },
      heading(2, "providers", "Providers"),
      providerTable(contracts),
      heading(2, "words", "Words"),
      ...wordBlocks,
    ],
  };
}

function providerTable(contracts: readonly Contract[]): Block {
  const rows = contracts.map((contract): Row => {
    const counts = countFacts([contract]);
    return {
      cells: [
        [{ link: contract.provider.name, href: pageAddress(contract.id) }],
        [contract.provider.reviewed ?? "never"],
        ...basisOrder.map((basis) => [String(counts[basis])]),
      ],
    };
  });
  return {
    block: "table",
    head: ["Provider", "Last reviewed", "Documented", "Observed", "Assumed", "Not documented"],
    rows,
    stacked: false,
  };
}
