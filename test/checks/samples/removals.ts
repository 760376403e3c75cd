import { Story } from "../history-builder.js";
import type { Sample } from "./sample.js";

/** What is taken back. */
export function removalSamples(): Sample[] {
  return [
    {
      rule: "takes-back-only-surplus",
      flaw: "takes back its only effect",
      bad: takenBack("bk_1"),
      message: "bk_1 was taken back, but it is the only effect of order-42",
      line: "compensation:",
      good: takenBack(null),
    },
    {
      rule: "takes-back-only-surplus",
      flaw: "takes back what somebody else has made",
      bad: takenBack("bk_9"),
      message: "bk_9 was taken back, but it is no effect of this connector",
      line: "compensation:",
      good: takenBack(null),
    },
  ];
}

/** One of the two bookings that a lookup shows is taken back: ours, another's, or none. */
function takenBack(effect: string | null): Story {
  const story = new Story("compensated");
  story.perform("order-42");
  const other = story.plant(story.effect("bk_9"));
  story.send({ commits: "bk_1", answer: "lost" });
  story.look([other, story.effect("bk_1")]);
  if (effect !== null) {
    const request = story.send({ operation: "cancelBooking", commits: false });
    story.append({ kind: "effect-removed", request, effect, operation: "createBooking" });
  }
  story.claim("unknown", undefined, { needsHuman: true });
  return story;
}
