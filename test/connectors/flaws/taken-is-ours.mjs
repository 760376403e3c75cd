// What has our natural key is adopted without comparing.
// An e-mail address is no proof of who made the contact.

export const metadata = {
  id: "taken-is-ours",
  mistake: "What has our natural key is adopted without comparing.",
  contract: "natural",
  stoppedBy: ["adopts-only-its-own"],
  scenarios: ["lookup/decoy-same-reference-other-content"],
};

export default (Careful) =>
  class extends Careful {
    onTakenByOther(record) {
      return this.succeed(record, this.lastSeen);
    }

    readPages(lookup, read) {
      return super.readPages(lookup, async (at) => {
        const answer = await read(at);
        this.lastSeen = answer.body?.results?.[0]?.id;
        return answer;
      });
    }
  };
