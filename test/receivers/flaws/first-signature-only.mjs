// Of several signatures only the first is looked at.

export const metadata = {
  id: "first-signature-only",
  mistake: "Of several signatures only the first is looked at.",
  contract: "payments",
  stoppedBy: ["genuine-accepted"],
  scenarios: ["rotated-secret/either-order"],
};

export default (Careful) =>
  class extends Careful {
    hasSigned(source, said, delivery) {
      return super.hasSigned(source, { ...said, candidates: said.candidates.slice(0, 1) }, delivery);
    }
  };
