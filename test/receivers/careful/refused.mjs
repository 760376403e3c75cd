/** A delivery that changes nothing: the status to answer with. */
export class Refused extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}
