// Of several signatures only the last is looked at.

export const metadata = {
  id: "last-signature-only",
  mistake: "Of several signatures only the last is looked at.",
  contract: "tenants",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["rotated-secret/either-order"],
};

export default (Careful) =>
  class extends Careful {
    hasSigned(source, said, delivery) {
      return super.hasSigned(source, { ...said, candidates: said.candidates.slice(-1) }, delivery);
    }
  };
