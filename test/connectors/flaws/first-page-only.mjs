// Only the first page of a search is read.
// The list was short when it was written; the eleventh comment was posted twice (pronto#362).
import { readAll } from "../careful/lookups.mjs";

export const metadata = {
  id: "first-page-only",
  mistake: "Only the first page of a search is read.",
  contract: "lookup-only",
  stoppedBy: ["reads-to-the-end"],
  scenarios: ["lookup/second-page"],
};

export default (Careful) =>
  class extends Careful {
    async readPages(lookup, read) {
      const onePage = await readAll({ ...lookup, pages: null }, read);
      return onePage;
    }
  };
