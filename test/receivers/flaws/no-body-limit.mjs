// A body may be as long as it likes.

export const metadata = {
  id: "no-body-limit",
  mistake: "A body may be as long as it likes.",
  contract: "counter",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/oversized"],
};

export default (Careful) =>
  class extends Careful {
    mostBytes() {
      return Number.POSITIVE_INFINITY;
    }
  };
