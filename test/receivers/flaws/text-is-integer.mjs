// A text of digits is converted without a word.

export const metadata = {
  id: "text-is-integer",
  mistake: "A text of digits is converted without a word.",
  contract: "batches",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/string-as-integer"],
};

export default (Careful) =>
  class extends Careful {
    isValid(kind, content) {
      if (typeof content?.value === "string") content.value = Number(content.value);
      return super.isValid(kind, content);
    }
  };
