// Retry-After is slept in milliseconds.
// Seconds are handed to a timer that counts milliseconds (shopify-app-js#3364).

export const metadata = {
  id: "wait-in-milliseconds",
  mistake: "Retry-After is slept in milliseconds.",
  contract: "keyed",
  stoppedBy: ["paced"],
  scenarios: ["retry-after/seconds"],
};

export default (Careful) =>
  class extends Careful {
    askedWait({ wait }) {
      return wait === null || wait === undefined ? wait : wait / 1000;
    }
  };
