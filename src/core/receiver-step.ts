import type { DeliveryOrder, EventOrder } from "./delivery.js";
import type { FaultAct, FaultPoint } from "./protocol.js";

/** Which of the secrets a receiver is started with: all that are valid now, or only one of them. */
export type KnownSecrets = "all" | "newest" | "oldest";

/** One step of a receiver's scenario: data, so that it can be stored and played again. */
export type ReceiverStep =
  /** Something happens at the provider; nothing is sent yet. */
  | ({ step: "make" } & EventOrder)
  /**
   * One delivery, to its end; then the business data are read, once nothing accepted is waiting. A genuine delivery that is
   * answered with "later" (429 or 5xx) is sent again, a few times; `once`: it is not.
   */
  | ({ step: "deliver"; once?: boolean } & DeliveryOrder)
  /** Several at the same moment, each on a connection of its own. */
  | { step: "together"; deliveries: DeliveryOrder[] }
  /** The next deliveries that come to this point of the receiver's work are disturbed. */
  | { step: "disturb"; at: FaultPoint; do: FaultAct; forMs?: number; times?: number }
  /** Sends, and goes on with the next step as soon as the receiver has met the disturbance that was ordered. */
  | ({ step: "begin" } & DeliveryOrder)
  /** Waits for the end of what was begun. */
  | { step: "finish" }
  /** Waits until no delivery is held up any more; then the business data are read. */
  | { step: "settle" }
  /** Sends, and kills the receiver so many ms after the whole request was sent, or at once when the answer is there. */
  | ({ step: "crash"; after: number | "answer" } & DeliveryOrder)
  /** Kills it now. */
  | { step: "kill" }
  /** Kills it, if it still runs, and starts it again on the same state directory. */
  | { step: "restart"; secrets?: KnownSecrets }
  /** Moves the provider's clock and the receiver's. */
  | { step: "advance"; byMs: number }
  /** A new secret for the first source; the receiver learns it with its next restart. */
  | { step: "rotate" }
  /** The oldest secret of the first source is no longer used. */
  | { step: "endRotation" };

export type ReceiverStepName = ReceiverStep["step"];

/** One scenario for receivers with one parameter fixed: its own result. */
export type ReceiverVariant = {
  /** Null when the scenario has no variants. */
  name: string | null;
} & ({ steps: ReceiverStep[] } | { notApplicable: string });
