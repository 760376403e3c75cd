import { judge } from "../../checks/judge.js";
import type { Rule } from "../../checks/rule.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { Story } from "./history-builder.js";

const rules = [...(await loadCatalogue<Rule>("rules")).values()];

/** The rules that blame the connector of a story, in alphabetical order. */
export function blamed(story: Story): string[] {
  const { violations } = judge(story.history(), story.contract, rules);
  return [...new Set(violations.map(({ rule }) => rule))].sort();
}
