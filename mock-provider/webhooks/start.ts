import type { Contract } from "../../src/contract/model.js";
import type { SourceName, VariantId } from "../../src/core/delivery.js";
import { expectedGot, KitError } from "../../src/core/errors.js";
import { Journal } from "../../src/core/journal.js";
import { Ids } from "../ids.js";
import { VirtualClock } from "../virtual-clock.js";
import { campaign } from "./campaign.js";
import { Deliveries } from "./deliveries.js";
import { EventBook } from "./event-book.js";
import { KeyRing } from "./key-ring.js";
import { schemes } from "./schemes.js";
import type { Delivered, SenderOptions, WebhookSender } from "./sender.js";
import { variants } from "./variants.js";

/** How long an answer is waited for where the contract does not say, real ms. */
const usualWaitMs = 10_000;

/** Starts the sending half of a provider. Throws KitError("contract") when the contract has no `webhooks`. */
export function startSender(contract: Contract, options: SenderOptions = {}): WebhookSender {
  const { webhooks } = contract;
  if (webhooks === undefined) {
    throw new KitError(
      "contract",
      `${contract.file}: it has no \`webhooks\`, so there is nothing to deliver.`,
    );
  }
  const seed = options.seed ?? 1;
  const ids = new Ids(seed ^ 0x3eb400c);
  const made: VirtualClock | null =
    options.clock === undefined
      ? new VirtualClock(options.startAt ?? Date.now(), (byMs) =>
          journal.append({ kind: "clock-moved", byMs }),
        )
      : null;
  const clock = options.clock ?? made ?? new VirtualClock(Date.now());
  const journal: Journal =
    options.journal ?? new Journal({ now: () => clock.now(), wall: () => made?.wall() ?? performance.now() });
  const scheme = webhooks.signature === null ? null : schemes[webhooks.signature.scheme];
  const signing =
    scheme === null || webhooks.signature === null
      ? null
      : { scheme, terms: webhooks.signature, ids: new Ids(seed ^ 0x5ec2e75) };
  const names = options.sources ?? { first: "acme", second: "globex" };
  const rings: Record<SourceName, KeyRing> = {
    first: new KeyRing(names.first, signing, options.secrets),
    second: new KeyRing(names.second, signing),
  };
  const urls: Partial<Record<SourceName | "any", string>> = {};
  const book = new EventBook(webhooks, {
    ids,
    now: () => clock.now(),
    sourceName: (source) => names[source],
  });
  const deliveries = new Deliveries({
    contract,
    webhooks,
    scheme,
    ids,
    clock,
    journal,
    book,
    rings,
    urlOf(source) {
      const url = urls[source] ?? urls.any;
      if (url === undefined)
        throw new KitError("usage", "Nobody said where deliveries go: give a URL first.");
      return url;
    },
    waitMs: options.waitMs ?? usualWaitMs,
  });
  const stops = new Set<() => void>();

  const deliver: WebhookSender["deliver"] = async (order) => {
    const { flight, end } = deliveries.start(order);
    await flight.ready;
    flight.release();
    return end;
  };
  const close = (): Promise<void> => {
    for (const stop of stops) stop();
    deliveries.close();
    made?.close();
    return Promise.resolve();
  };
  const sender: WebhookSender = {
    journal,
    clock,
    get sources() {
      return { first: rings.first.source, second: rings.second.source };
    },
    pointTo(url, source) {
      urls[source ?? "any"] = checked(url);
    },
    make(order) {
      const event = book.make(order);
      const { name, kind, identity, content } = event;
      journal.append({
        kind: "event-made",
        event: name,
        eventKind: kind,
        source: names[event.source],
        identity,
        content,
        order: event.order,
      });
      return { name, kind, source: event.source, identity, content };
    },
    lacks: (as: VariantId, event) =>
      variants[as].lacks?.(webhooks, event === undefined ? null : book.get(event)) ?? null,
    deliver,
    async together(orders) {
      const waiting = orders.map((order) => deliveries.start(order));
      await Promise.all(waiting.map(({ flight }) => flight.ready));
      for (const { flight } of waiting) flight.release();
      return Promise.all(waiting.map(({ end }): Promise<Delivered> => end));
    },
    keepDelivering(order) {
      const { redelivery } = webhooks;
      const started = campaign({
        redelivery,
        clock,
        journal,
        events: order.events,
        deliver: () => deliver(order),
      });
      const stop = (): void => started.stop();
      stops.add(stop);
      void started.over.finally(() => stops.delete(stop)).catch(() => {});
      return started;
    },
    forget(event) {
      book.forget(event);
      deliveries.forget([event]);
    },
    rotate(source) {
      rings[source].rotate();
      return rings[source].source;
    },
    endRotation(source) {
      rings[source].endRotation();
      return rings[source].source;
    },
    reset() {
      for (const stop of stops) stop();
      deliveries.reset();
      book.clear();
      ids.reset();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  if (options.url !== undefined) sender.pointTo(options.url);
  return sender;
}

function checked(url: string): string {
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
    throw new KitError(
      "usage",
      `where deliveries go: ${expectedGot("a URL that begins with http:// or https://", `'${url}'`)}.`,
    );
  }
  return url;
}
