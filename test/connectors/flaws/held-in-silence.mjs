// What cannot be found out is held, and nobody is told.
// Unknown rows pile up in a table that nobody reads.

export const metadata = {
  id: "held-in-silence",
  mistake: "What cannot be found out is held, and nobody is told.",
  contract: "nothing",
  stoppedBy: ["held"],
  scenarios: ["unresolvable"],
};

export default (Careful) =>
  class extends Careful {
    hold() {}
  };
