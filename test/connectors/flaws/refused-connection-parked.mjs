// An order whose connection was refused is put aside, and never taken up again.
// "Not reachable" had a queue of its own, and nothing reads from that queue.

export const metadata = {
  id: "refused-connection-parked",
  mistake: "An order whose connection was refused is put aside, and never taken up again.",
  contract: "keyed",
  stoppedBy: ["resolved"],
  scenarios: ["never-arrived/refused"],
};

export default (Careful) =>
  class extends Careful {
    takeDown(record, said, clock) {
      record.parked = said.word === "not-sent";
      return super.takeDown(record, said, clock);
    }

    nextMove(record, clock) {
      return record.parked ? "park" : super.nextMove(record, clock);
    }

    hold(record) {
      if (!record.parked) super.hold(record);
    }
  };
