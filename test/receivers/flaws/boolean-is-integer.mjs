// true is taken for the integer 1.

export const metadata = {
  id: "boolean-is-integer",
  mistake: "true is taken for the integer 1.",
  contract: "counter",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/boolean-as-integer"],
};

export default (Careful) =>
  class extends Careful {
    isValid(kind, content) {
      if (content?.value === true) content.value = 1;
      return super.isValid(kind, content);
    }
  };
