// 403 on a lookup is read as "nothing there".
// Whatever is not a 200 means no results.

export const metadata = {
  id: "forbidden-is-absence",
  mistake: '403 on a lookup is read as "nothing there".',
  contract: "lookup-only",
  stoppedBy: ["looks-before-it-sends"],
  scenarios: ["lookup/forbidden"],
};

export default (Careful) =>
  class extends Careful {
    async read(operation, record, lookup, clock, id) {
      const reading = await super.read(operation, record, lookup, clock, id);
      return reading.answer.status === 403 ? { ...reading, objects: [], all: true } : reading;
    }
  };
