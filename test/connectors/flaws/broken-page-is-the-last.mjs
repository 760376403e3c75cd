// A page that cannot be read is taken for the end of the list.
// The loop ends when there is no next cursor, and an error has none.
import { setAt } from "../../../dist/src/core/pointer.js";
import { readAll } from "../careful/lookups.mjs";

export const metadata = {
  id: "broken-page-is-the-last",
  mistake: "A page that cannot be read is taken for the end of the list.",
  contract: "lookup-only",
  stoppedBy: ["reads-to-the-end"],
  scenarios: ["lookup/second-page-failing"],
};

export default (Careful) =>
  class extends Careful {
    readPages(lookup, read) {
      return readAll(lookup, async (at) => {
        const answer = await read(at);
        const isFirst = Object.keys(at).length === 0;
        if (answer.status === 200 || isFirst || lookup.items === null) return answer;
        return { status: 200, headers: {}, body: setAt({}, lookup.items, []) };
      });
    }
  };
