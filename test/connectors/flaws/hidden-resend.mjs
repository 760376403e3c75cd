// The HTTP layer sends a request again when a kept-alive connection dies under it.
// Handy for reads, and on by default in some libraries: the application called once (okhttp#2394).

export const metadata = {
  id: "hidden-resend",
  mistake: "The HTTP layer sends a request again when a kept-alive connection dies under it.",
  contract: "lookup-only",
  stoppedBy: ["hidden-resend"],
  scenarios: ["lost-response/stale-keep-alive"],
};

export default (Careful) =>
  class extends Careful {
    async exchange(request) {
      const answer = await super.exchange(request);
      return answer.reused && answer.reason === "ECONNRESET" ? super.exchange(request) : answer;
    }
  };
