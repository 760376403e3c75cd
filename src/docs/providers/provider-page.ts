import type { Operation } from "../../contract/model.js";
import { retrySafety } from "../../contract/retry-safety.js";
import { countFacts, countsInWords, factBlocks } from "./facts.js";
import { errorRows } from "./operation/errors.js";
import { guidanceRows } from "./operation/guidance.js";
import { nineQuestions } from "./operation/questions.js";
import { threeWorlds } from "./operation/worlds.js";
import { code, heading, paragraph, type Block, type Inline, type Page } from "./page/content.js";
import { isWebAddress } from "./page/plain-text.js";
import { webhookRows } from "./provider/webhooks.js";
import { notDocumented, operationTitle, routeText, safetyInWords } from "./words.js";
import { wordBlocks } from "./glossary.js";
import { subjectOf, type Subject } from "./subject.js";
import type { Contract } from "../../contract/model.js";

/** The page of one provider: what a careful integration does when an answer is lost, and how that is known. */
export function providerPage(contract: Contract): Page {
  const subject = subjectOf(contract);
  const { name } = contract.provider;
  const writes = contract.operations.filter(({ nature }) => nature !== "reads");
  return {
    name: contract.id,
    title: `${name}: when an answer is lost`,
    blocks: [
      heading(1, "top", `${name}: when an answer is lost`),
      paragraph(
        "A request to change something times out. Did it happen? Three worlds fit: it never arrived; it arrived, took effect, and the answer was lost; " +
          `it arrived and is still running. This page says what ${name} promises for that moment, and what an integration may do next. `,
        "It is made from the contract ",
        code(`${contract.id}.yaml`),
        ", the same file that a mock of the provider and tests of integrations run on. ",
        { link: "The words used here are explained at the end", href: "#words" },
        ".",
      ),
      ...reviewBlocks(contract),
      ...(writes.length === 0 ? [] : [heading(2, "overview", "At a glance"), overview(writes)]),
      ...writes.flatMap((operation) => operationBlocks(subject, operation)),
      ...webhookBlocks(subject),
      heading(2, "facts", "What this page rests on"),
      paragraph(
        `Each statement of the contract with its basis: documented (the provider says so), observed (somebody measured it), assumed (nobody says so; it is general knowledge or a guess), or not documented. Here: ${countsInWords(countFacts([contract]))}.`,
      ),
      ...factBlocks(contract),
      heading(2, "words", "Words"),
      ...wordBlocks,
    ],
  };
}

function reviewBlocks(contract: Contract): Block[] {
  const { docs, reviewed } = contract.provider;
  const address: Inline[] =
    docs === null || !isWebAddress(docs) ? [] : [" Its documentation: ", { link: docs, href: docs }, "."];
  return [
    paragraph(
      { strong: "Last reviewed:" },
      " ",
      ...(reviewed === null
        ? ["never, as far as the contract says."]
        : [`${reviewed}, the day the contract was last held against the provider’s documentation.`]),
      ...address,
    ),
  ];
}

function overview(writes: readonly Operation[]): Block {
  return {
    block: "table",
    head: ["Operation", "Request", "When the answer is lost"],
    rows: writes.map((operation) => {
      const { title, tone } = safetyInWords[retrySafety(operation)];
      return {
        cells: [
          [{ link: operationTitle(operation), href: `#${operation.name}` }],
          [code(routeText(operation.request))],
          [title],
        ],
        tone,
      };
    }),
    stacked: true,
  };
}

function operationBlocks(subject: Subject, operation: Operation): Block[] {
  const { name } = operation;
  const { title, says, tone } = safetyInWords[retrySafety(operation)];
  const errors = errorRows(operation, subject.evidence);
  return [
    heading(2, name, operationTitle(operation)),
    paragraph(
      code(routeText(operation.request)),
      ...(operation.summary === null ? [] : [", in the contract ", code(name)]),
    ),
    { block: "callout", tone, title, text: [says] },
    heading(3, `${name}-worlds`, "The three worlds"),
    paragraph(
      "What passes between your integration and the provider, and how a careful one gets out, in each of the three worlds that fit one timeout.",
    ),
    { block: "sequences", sequences: threeWorlds(subject.contract, operation) },
    heading(3, `${name}-next`, "What to do next"),
    paragraph(
      "What the integration may do, by what it knows, and what it may then say of the outcome without guessing.",
    ),
    { block: "table", head: ["When", "Do", "Say", "Why"], rows: guidanceRows(operation), stacked: true },
    heading(3, `${name}-errors`, "Errors, and what each says about the effect"),
    ...(errors.length === 0
      ? [
          paragraph(
            "The contract lists none. Then an answer from 400 to 499 means that nothing happened, and one from 500 on that it may have.",
          ),
        ]
      : [
          { block: "table" as const, head: ["Error", "Did it happen?", "Next"], rows: errors, stacked: true },
          paragraph(
            "What is not listed: an answer from 400 to 499 means that nothing happened; one from 500 on, or none at all, that it may have.",
          ),
        ]),
    heading(3, `${name}-questions`, "Nine questions"),
    nineQuestions(subject, operation),
  ];
}

function webhookBlocks(subject: Subject): Block[] {
  const rows = webhookRows(subject);
  const title = heading(2, "webhooks", "Webhooks");
  return rows.length === 0
    ? [
        title,
        paragraph(
          "The contract declares none. That says nothing about whether the provider has some: ",
          notDocumented,
          " here.",
        ),
      ]
    : [title, { block: "table", head: ["What", "How"], rows, stacked: true }];
}
