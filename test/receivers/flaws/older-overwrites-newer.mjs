// What arrives last counts.

export const metadata = {
  id: "older-overwrites-newer",
  mistake: "What arrives last counts.",
  contract: "issues",
  stoppedBy: ["order-safe"],
  scenarios: ["out-of-order/two", "out-of-order/five"],
};

export default (Careful) =>
  class extends Careful {
    isOlder() {
      return false;
    }
  };
