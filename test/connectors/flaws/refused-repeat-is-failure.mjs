// A repeat that is turned away is reported as a failure of the whole.
// The revoked token was found out by the second request; the first had paid already.

export const metadata = {
  id: "refused-repeat-is-failure",
  mistake: "A repeat that is turned away is reported as a failure of the whole.",
  contract: "keyed",
  stoppedBy: ["honest-failure", "no-guessing"],
  scenarios: ["refused-replay/unauthorized", "refused-replay/forbidden"],
};

export default (Careful) =>
  class extends Careful {
    onRefused(operation, record, said, clock) {
      const isAtTheDoor = [401, 403].includes(said.answer.status);
      return isAtTheDoor ? this.fail(record, said.reason) : super.onRefused(operation, record, said, clock);
    }
  };
