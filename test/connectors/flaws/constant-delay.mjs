// The pause between two attempts never grows.
// A fixed delay: all clients of a provider in trouble come back in step (airflow#21852).

export const metadata = {
  id: "constant-delay",
  mistake: "The pause between two attempts never grows.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["persistent-error/outage"],
};

export default (Careful) =>
  class extends Careful {
    attemptsPerPass = 12;

    backOff() {
      return this.world.timing.retryDelayMs;
    }
  };
