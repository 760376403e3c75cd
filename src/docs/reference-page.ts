/** What the reference pages have to say of a rule, whatever it judges. */
interface ShownRule {
  id: string;
  title: string;
  why: string;
  severity: 1 | 2 | 3;
}

const severities = { 1: "worst", 2: "serious", 3: "worth mending" } as const;

/** Blocks of Markdown as a page. */
export function page(blocks: readonly string[]): string {
  return `${blocks.join("\n\n")}\n`;
}

/** A title with its full stop. */
export function sentence(title: string): string {
  return title.endsWith(".") ? title : `${title}.`;
}

/** The blocks that explain a rule; its title begins with a capital. */
export function ruleSection({ id, title, why, severity }: ShownRule): string[] {
  const begun = `${title[0]?.toUpperCase() ?? ""}${title.slice(1)}`;
  return [`## ${id}`, `**${sentence(begun)}** (${severities[severity]})`, why];
}

/** The blocks that explain a scenario: what is played in each variant, as rows of Markdown, and where it does not apply. */
export function scenarioSection(
  { id, title, why }: { id: string; title: string; why: string },
  rows: readonly string[],
  reasons: readonly string[],
): string[] {
  return [
    `### ${id}`,
    `**${sentence(title)}** ${why}`,
    ["| check | steps |", "| --- | --- |", ...rows].join("\n"),
    ...(reasons.length === 0
      ? []
      : [["Not applicable where:", "", ...[...reasons].sort().map((reason) => `- ${reason}`)].join("\n")]),
  ];
}

/** A variant and its steps in words, as a row. */
export function variantRow(name: string, steps: readonly string[]): string {
  return `| ${name} | ${steps.join("; ").replaceAll("|", "\\|")} |`;
}
