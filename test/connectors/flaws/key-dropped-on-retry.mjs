// The first attempt carries the key, the repeat does not.
// The retry is made by a layer that knows only the body.

export const metadata = {
  id: "key-dropped-on-retry",
  mistake: "The first attempt carries the key, the repeat does not.",
  contract: "keyed",
  stoppedBy: ["stable-key"],
  scenarios: ["lost-response/reset"],
};

export default (Careful) =>
  class extends Careful {
    keyToSend(operation, record) {
      return record.attempts > 1 ? null : super.keyToSend(operation, record);
    }
  };
