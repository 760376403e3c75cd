// The work takes longer than the provider waits, and is done before the answer.

export const metadata = {
  id: "works-before-it-answers",
  mistake: "The work takes longer than the provider waits, and is done before the answer.",
  contract: "payments",
  stoppedBy: ["prompt"],
  scenarios: ["first-delivery"],
};

export default (Careful) =>
  class extends Careful {
    async take(events, delivery) {
      await new Promise((resolve) => setTimeout(resolve, 3300));
      return super.take(events, delivery);
    }
  };
