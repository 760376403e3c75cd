// Events older than the newest one seen are taken for repeats.

export const metadata = {
  id: "newer-seen-older-dropped",
  mistake: "Events older than the newest one seen are taken for repeats.",
  contract: "payments",
  stoppedBy: ["accepted-is-applied"],
  scenarios: ["out-of-order/two"],
};

export default (Careful) =>
  class extends Careful {
    work(event, pending) {
      const newest = this.newestAge(event, pending);
      const done = super.work(event, pending);
      return newest !== undefined && event.age < newest ? { receipt: done.receipt } : done;
    }
  };
