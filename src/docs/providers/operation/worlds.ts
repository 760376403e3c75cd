import type { Contract, Lookup, Operation } from "../../../contract/model.js";
import { nextMoves } from "../../../contract/next-moves.js";
import { findingLookups, provableAbsence } from "../../../contract/retry-safety.js";
import { loses, notes, sends, type Sequence, type SequenceStep } from "../diagram/sequence.js";
import { durationInWords, shortRouteText } from "../words.js";
import { lostAnswer } from "./guidance.js";

type World = "never arrived" | "answer lost" | "still running";

const unknown = notes("connector", "timeout: it may or may not have happened", "look");
const person = notes("connector", "nothing tells: keeps it as unknown, hands it to a person", "hold");
const done = notes("connector", "records the receipt: succeeded", "safe");

/** What an integration sees and does in each of the three worlds that fit one timeout, with this provider. */
export function threeWorlds(contract: Contract, operation: Operation): Sequence[] {
  const play = new Play(operation);
  const sequence = (title: string, says: string, steps: SequenceStep[]): Sequence => ({
    title,
    says,
    connector: "Your integration",
    provider: contract.provider.name,
    steps,
  });
  return [
    sequence("1. It never arrived.", "Nothing exists; the timeout does not say so.", [
      play.records(),
      loses("connector", play.request),
      unknown,
      ...play.after("never arrived"),
    ]),
    sequence("2. It arrived, and the answer was lost.", "The effect exists; the timeout looks the same.", [
      play.records(),
      sends("connector", play.request),
      notes("provider", play.effect, "safe"),
      loses("provider", play.answer),
      unknown,
      ...play.after("answer lost"),
    ]),
    sequence("3. It arrived, and is still running.", "The effect comes later; the timeout looks the same.", [
      play.records(),
      sends("connector", play.request),
      notes("provider", "is still working on it"),
      unknown,
      ...play.after("still running"),
    ]),
  ];
}

/** Puts the steps of one operation together. The way on is the one that the table of next moves gives after a lost answer. */
class Play {
  readonly request: string;
  readonly answer: string;
  readonly effect: string;
  readonly #operation: Operation;

  constructor(operation: Operation) {
    this.#operation = operation;
    const { answer, idempotency, nature } = operation;
    const key = idempotency === null ? "" : idempotency.is === "natural" ? ", its own id" : ", key K";
    this.request = shortRouteText(operation.request) + key;
    this.answer = `${answer.status}: ${answer.is === "receipt" ? "receipt" : "accepted, nothing done yet"}`;
    this.effect =
      answer.is === "acknowledgement"
        ? "the request is stored"
        : nature === "creates"
          ? "the effect exists"
          : "the change is made";
  }

  records(): SequenceStep {
    return notes(
      "connector",
      this.#operation.idempotency === null
        ? "records what it is going to send"
        : "records what it is going to send, and the key",
    );
  }

  after(world: World): SequenceStep[] {
    const { send, lookup } = nextMoves(this.#operation, lostAnswer(this.#operation, 0, "none"));
    if (send === "same-key") return this.#repeatsUnderKey(world);
    if (send === "any") return this.#repeats(world);
    const [finding] = findingLookups(this.#operation);
    if (!lookup || finding === undefined) return [...this.#happensMeanwhile(world), person];
    return this.#looksUp(world, provableAbsence(this.#operation)?.lookup ?? finding);
  }

  #repeatsUnderKey(world: World): SequenceStep[] {
    const again = sends("connector", `the same again: ${this.request}`);
    if (world === "never arrived")
      return [again, notes("provider", this.#onlyEffect(), "safe"), ...this.#answers(this.answer)];
    if (world === "answer lost") return [again, ...this.#replays()];
    const { promised } = this.#operation.idempotency?.inFlight ?? { promised: null };
    const refusal =
      promised === null
        ? notes("provider", "what it answers now is not documented")
        : sends("provider", `${promised.status}: the first is still running`);
    return [
      again,
      refusal,
      notes("connector", "waits"),
      notes("provider", `${this.effect}, now`, "safe"),
      again,
      ...this.#replays(),
    ];
  }

  #replays(): SequenceStep[] {
    const { idempotency, answer } = this.#operation;
    const gives = idempotency?.replay.gives ?? "storedAnswer";
    const status = idempotency?.replay.status ?? answer.status;
    const same = notes("provider", "knows the key: no second effect", "safe");
    if (gives === "storedAnswer") return [same, ...this.#answers(`${status}: the stored answer`)];
    if (gives === "currentState") return [same, ...this.#answers(`${status}: the effect as it is now`)];
    const names = gives === "refusalNamingOriginal";
    const read = names ? this.#operation.lookups.find(({ by }) => by === "id") : undefined;
    const lookup = read ?? findingLookups(this.#operation)[0];
    const refused = sends(
      "provider",
      `${idempotency?.replay.status ?? 409}: ${names ? "refused, names the first effect" : "refused, the key is taken"}`,
    );
    if (lookup === undefined) return [same, refused, names ? done : person];
    return [same, refused, ...this.#finds(lookup)];
  }

  #repeats(world: World): SequenceStep[] {
    return [
      ...this.#happensMeanwhile(world),
      sends("connector", `again: ${this.request}`),
      notes("provider", world === "never arrived" ? this.effect : "the same state as before", "safe"),
      ...this.#answers(this.answer),
    ];
  }

  #looksUp(world: World, lookup: Lookup): SequenceStep[] {
    if (world === "answer lost") return this.#finds(lookup);
    const proof = provableAbsence(this.#operation);
    const nothing = [sends("connector", shortRouteText(lookup.request)), sends("provider", "nothing found")];
    const wait = notes(
      "connector",
      proof === null
        ? "waits"
        : `waits: only ${durationInWords(proof.afterMs)} after the last send is “nothing” a proof`,
    );
    if (world === "still running") {
      return [
        ...nothing,
        notes("connector", "too early to be proof: sends nothing", "look"),
        notes("provider", `${this.effect}, now`, "safe"),
        wait,
        ...this.#finds(lookup),
      ];
    }
    if (proof === null) {
      return [...nothing, notes("connector", "not proof: keeps it as unknown, hands it to a person", "hold")];
    }
    return [
      ...(proof.afterMs > 0 ? [wait] : []),
      ...nothing,
      notes("connector", "its absence is proven", "safe"),
      sends("connector", `again: ${this.request}`),
      notes("provider", this.#onlyEffect(), "safe"),
      ...this.#answers(this.answer),
    ];
  }

  #finds(lookup: Lookup): SequenceStep[] {
    return [
      sends("connector", shortRouteText(lookup.request)),
      sends("provider", lookup.items === null ? "the effect" : "a list with the effect"),
      notes("connector", "compares content and target: it is the one", "safe"),
      done,
    ];
  }

  #answers(text: string): SequenceStep[] {
    const { answer } = this.#operation;
    const answered = sends("provider", text);
    if (answer.is === "receipt") return [answered, done];
    const pending = notes("connector", "pending: accepted is not done", "look");
    const { outcome } = answer;
    if (outcome === null) return [answered, pending];
    const told =
      outcome.by === "poll" && outcome.request !== null
        ? [sends("connector", shortRouteText(outcome.request)), sends("provider", "the outcome: success")]
        : [sends("provider", `event ${outcome.event ?? ""}: success`)];
    return [answered, pending, ...told, done];
  }

  #happensMeanwhile(world: World): SequenceStep[] {
    return world === "still running" ? [notes("provider", `${this.effect}, now`, "safe")] : [];
  }

  #onlyEffect(): string {
    return this.#operation.answer.is === "receipt" ? "the effect exists: the only one" : this.effect;
  }
}
