// A redirect is taken for success.
// The code asks for a status below 400 and stores what the Location header says.

export const metadata = {
  id: "redirect-is-success",
  mistake: "A redirect is taken for success.",
  contract: "keyed",
  stoppedBy: ["honest-success"],
  scenarios: ["redirected/307", "redirected/308"],
};

export default (Careful) =>
  class extends Careful {
    takeDown(record, said, clock) {
      const { status, headers } = said.answer;
      if (status >= 300 && status < 400) return this.succeed(record, headers.location);
      return super.takeDown(record, said, clock);
    }
  };
