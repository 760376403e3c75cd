// The lock on a job lasts for less time than the call that it protects.
// A second worker takes the job over while the first is still waiting for its answer (bull#308).

export const metadata = {
  id: "lock-expires-at-work",
  mistake: "The lock on a job lasts for less time than the call that it protects.",
  contract: "keyed",
  stoppedBy: ["claims-first"],
  scenarios: ["concurrent-twins"],
};

export default (Careful) =>
  class extends Careful {
    leaseUntil(clock) {
      return clock.now();
    }
  };
