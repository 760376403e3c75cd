// What is malformed is answered with 500.

export const metadata = {
  id: "nonsense-is-our-fault",
  mistake: "What is malformed is answered with 500.",
  contract: "counter",
  stoppedBy: ["retry-invited-rightly"],
  scenarios: ["malformed/not-json", "malformed/wrong-type"],
};

export default (Careful) =>
  class extends Careful {
    statuses = { ...this.statuses, json: 500, content: 500 };
  };
