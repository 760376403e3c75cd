import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const apart = 60_000;
const shuffled = ["C", "A", "E", "B", "D"];

const scenario: ReceiverScenario = {
  id: "out-of-order",
  title: "Events about one object arrive in another order than they happened",
  why: "Deliveries overtake each other. What each adds still counts; of states, the newest does.",
  family: "delivery",
  plan({ webhooks }) {
    const none =
      webhooks.order === null ? "nothing tells which of two events is newer (`order: none`)" : null;
    const value = webhooks.events[0]?.varies == null ? {} : { value: "varied" as const };
    const later = (name: string, index: number) =>
      make(name, { ...value, ...(index === 0 ? {} : { about: "A" }), happenedMs: index * apart });
    return [
      variant("two", [later("A", 0), later("B", 1), deliver("B"), deliver("A")], none),
      variant(
        "five",
        [...["A", "B", "C", "D", "E"].map(later), ...shuffled.map((name) => deliver(name))],
        none,
      ),
    ];
  },
};

export default scenario;
