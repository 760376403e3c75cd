// A 5xx is sent again, on a provider without keys.
// The SDK retries by itself what is not safe to retry (mollie-api-php#642).

export const metadata = {
  id: "server-error-sent-again",
  mistake: "A 5xx is sent again, on a provider without keys.",
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["error/outage/after-commit", "lost-response/gateway-502", "never-arrived/gateway-503"],
};

export default (Careful) =>
  class extends Careful {
    onUnclearAnswer(operation, record) {
      record.ambiguous = false;
    }
  };
