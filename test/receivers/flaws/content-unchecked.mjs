// Whatever is signed is believed.

export const metadata = {
  id: "content-unchecked",
  mistake: "Whatever is signed is believed.",
  contract: "payments",
  stoppedBy: ["refuses-what-it-does-not-know"],
  scenarios: ["malformed/wrong-type", "malformed/out-of-range", "malformed/missing-field"],
};

export default (Careful) =>
  class extends Careful {
    isValid() {
      return true;
    }
  };
