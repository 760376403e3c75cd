// What succeeded is sent once more a second and a half later.
// The retry was set up before the answer came, and nobody takes it down.

export const metadata = {
  id: "duplicate-in-background",
  mistake: "What succeeded is sent once more a second and a half later.",
  contract: "lookup-only",
  stoppedBy: ["one-effect"],
  scenarios: ["quiet-afterwards/after-success"],
};

export default (Careful) =>
  class extends Careful {
    async send(record, clock) {
      await super.send(record, clock);
      if (record.state !== "succeeded") return;
      setTimeout(() => void super.send(record, clock), 1500);
    }
  };
