// A repeat is answered with what is true now.

export const metadata = {
  id: "current-state-for-outcome",
  mistake: "A repeat is answered with what is true now.",
  contract: "counter",
  stoppedBy: ["original-outcome"],
  scenarios: ["original-outcome"],
};

export default (Careful) =>
  class extends Careful {
    resultOfRepeat(receipt, event) {
      return this.totalOf({ ...event, value: 0 }, []);
    }
  };
