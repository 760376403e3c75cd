// Any 5xx is reported as failure.
// Right whenever the request died at the gateway, hence never noticed: a lucky guess is a guess.

export const metadata = {
  id: "server-error-is-failure",
  mistake: "Any 5xx is reported as failure.",
  contract: "keyed",
  stoppedBy: ["no-guessing"],
  scenarios: ["never-arrived/gateway-503", "lost-response/gateway-502"],
};

export default (Careful) =>
  class extends Careful {
    onUnclearAnswer(operation, record, said) {
      if (said.status >= 500) this.fail(record, said.reason);
    }
  };
