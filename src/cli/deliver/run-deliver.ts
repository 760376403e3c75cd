import { startSender } from "../../../mock-provider/webhooks/start.js";
import type { Delivered, WebhookSender } from "../../../mock-provider/webhooks/sender.js";
import { schemes } from "../../../mock-provider/webhooks/schemes.js";
import { variants } from "../../../mock-provider/webhooks/variants.js";
import { readContract } from "../../contract/load.js";
import type { Contract } from "../../contract/model.js";
import type { VariantId } from "../../core/delivery.js";
import { durationPattern, longestWaitMs, parseDuration } from "../../core/duration.js";
import { expectedGot, KitError } from "../../core/errors.js";
import { only, type Entry } from "../../core/history.js";
import { listText, readAs, wanted } from "./as.js";
import { readDestination } from "./destination.js";
import { answerText, requestText } from "./exchange-text.js";
import type { DeliverOptions } from "./options.js";

/** What `deliver` was called with. */
export interface DeliverCall {
  contract: string;
  event: string | undefined;
  options: DeliverOptions;
  environment: Readonly<Record<string, string | undefined>>;
}

interface Output {
  write(text: string): unknown;
}

/** Sends a delivery, writes what was sent and answered, and gives the exit code. Throws KitError for usage and a bad contract. */
export async function runDeliver(call: DeliverCall, output: Output): Promise<number> {
  const { options } = call;
  const isList = options.as === "list";
  const url = isList ? "http://localhost/" : readDestination(options.to, options.remote);
  const deliveries = isList ? [] : readAs(options.as);
  const waitMs = readWait(options.wait);
  const contract = await readContract(call.contract);
  const secret = options.secret ?? call.environment["THREEWORLDS_WEBHOOK_SECRET"];
  await using sender = startSender(contract, {
    url,
    seed: readSeed(options.seed),
    ...(secret === undefined ? {} : { secrets: [secret] }),
  });
  const isBatch = options.as === "one-bad-item";
  const names = isBatch ? ["A", "B"] : ["A"];
  for (const name of names) sender.make({ name, ...(call.event === undefined ? {} : { kind: call.event }) });
  if (isList) {
    output.write(listText(sender, "A"));
    return 0;
  }
  output.write(aboutSecret(contract, sender, secret, options.json));
  let last: Delivered | null = null;
  for (const as of deliveries) {
    last = await sender.deliver({ events: names, as, ...(waitMs === null ? {} : { waitMs }) });
    if (!options.json) output.write(exchange(sender.journal.entries(), last.delivery));
  }
  if (options.json) {
    output.write(
      sender.journal
        .entries()
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(""),
    );
  }
  return verdict(contract, deliveries.at(-1) ?? "plain", last, options.json ? { write: () => {} } : output);
}

function exchange(entries: readonly Entry[], delivery: number): string {
  const [sent] = only(entries, "delivery-sent").filter((entry) => entry.delivery === delivery);
  const [end] = entries.flatMap((entry) =>
    (entry.kind === "delivery-answered" || entry.kind === "delivery-lost") && entry.delivery === delivery
      ? [entry]
      : [],
  );
  return `${sent === undefined ? "" : requestText(sent)}\n\n${end === undefined ? "" : answerText(end)}\n\n`;
}

function verdict(contract: Contract, as: VariantId, last: Delivered | null, output: Output): number {
  if (last === null) return 1;
  if (last.end.is === "lost" && last.end.how === "refused") return 1;
  const want = wanted(variants[as].defects, contract.webhooks?.unknownKind.enacted ?? "acknowledge");
  const was = last.success ? "taken" : "not taken";
  const isRight = want === null || (want === "taken") === last.success;
  const [what] = variants[as].defects;
  const kind = what === undefined ? "genuine" : `not genuine (${what})`;
  output.write(
    isRight
      ? `${was}: right for a delivery that is ${kind}\n`
      : `${was}: a careful receiver would have ${want === "taken" ? "taken" : "refused"} it, since it is ${kind}\n`,
  );
  return isRight ? 0 : 1;
}

/** A receiver cannot verify what is signed with a secret it does not have; a public key may be told. */
function aboutSecret(
  contract: Contract,
  sender: WebhookSender,
  secret: string | undefined,
  json: boolean,
): string {
  const terms = contract.webhooks?.signature ?? null;
  if (terms === null || secret !== undefined) return "";
  if (schemes[terms.scheme].keyOf === undefined) {
    return json ? "" : `# verify with the public key ${sender.sources.first.secrets[0] ?? ""}\n`;
  }
  throw new KitError(
    "usage",
    `${contract.file}: deliveries are signed (${terms.scheme}). Give the receiver's secret with --secret, or in THREEWORLDS_WEBHOOK_SECRET.`,
  );
}

function readSeed(text: string | undefined): number {
  // By hand every delivery is a new event, unless it is asked for again.
  if (text === undefined) return Date.now() % 2 ** 31;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new KitError("usage", `--seed: ${expectedGot("a whole number", `'${text}'`)}.`);
}

function readWait(text: string | undefined): number | null {
  if (text === undefined) return null;
  const waitMs = new RegExp(durationPattern).test(text) ? parseDuration(text) : Number.NaN;
  if (waitMs <= longestWaitMs) return waitMs;
  throw new KitError(
    "usage",
    `--wait: ${expectedGot("a duration such as 500ms or 10s, at most 24d", `'${text}'`)}.`,
  );
}
