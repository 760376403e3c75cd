// Fields that the contract does not know are passed over.

export const metadata = {
  id: "extra-field-ignored",
  mistake: "Fields that the contract does not know are passed over.",
  contract: "counter",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/extra-field"],
};

export default (Careful) =>
  class extends Careful {
    isValid(kind, content) {
      const { unexpected, ...known } = content ?? {};
      return super.isValid(kind, unexpected === undefined ? content : known);
    }
  };
