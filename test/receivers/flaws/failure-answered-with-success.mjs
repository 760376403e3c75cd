// Whatever goes wrong is logged and answered with success.

export const metadata = {
  id: "failure-answered-with-success",
  mistake: "Whatever goes wrong is logged and answered with success.",
  contract: "counter",
  stoppedBy: ["accepted-is-applied"],
  scenarios: ["failing-dependency"],
};

export default (Careful) =>
  class extends Careful {
    async take(events, delivery) {
      try {
        return await super.take(events, delivery);
      } catch (error) {
        console.error(error);
        return { received: true };
      }
    }
  };
