import { gunzipSync } from "node:zlib";
import { readBody } from "./bytes.mjs";
import { Refused } from "./refused.mjs";
import { isSignedWith, readSignature, signedBytes, timeIn } from "./signatures.mjs";

/** The first half of a careful receiver: the bytes of a delivery, and whose they are. */
export class Authentic {
  async readBytes(request) {
    const coding = request.headers["content-encoding"] ?? "identity";
    const isKnown = coding === "gzip" && this.webhooks.signature?.covers === "decoded";
    if (coding !== "identity" && !isKnown) throw new Refused(this.statuses.coding, "compressed");
    const raw = await readBody(request, this.mostBytes());
    if (raw === null) throw new Refused(this.statuses.size, "too long");
    return isKnown ? this.decompress(raw) : raw;
  }

  /** No longer than a body may be. */
  decompress(raw) {
    try {
      return gunzipSync(raw, { maxOutputLength: this.mostBytes() });
    } catch {
      throw new Refused(this.statuses.size, "not to be decompressed");
    }
  }

  mostBytes() {
    return this.webhooks.bodyBytes ?? Number.POSITIVE_INFINITY;
  }

  /** Whose secret signed exactly these bytes, at an acceptable time. */
  authenticate(delivery) {
    const { signature } = this.webhooks;
    const possible = this.sources.filter(
      ({ path }) => path === undefined || delivery.url === this.path + path,
    );
    if (signature === null && possible.length > 0) return possible[0].name;
    const said = signature === null ? null : readSignature(signature, delivery.header);
    const source = said === null ? undefined : possible.find((one) => this.hasSigned(one, said, delivery));
    if (source === undefined) throw new Refused(this.statuses.signature, "not signed as agreed");
    if (said.time !== null) this.checkTime(timeIn(signature.timestamp, said.time));
    return source.name;
  }

  hasSigned(source, { candidates, time }, delivery) {
    const { signature } = this.webhooks;
    const signed = signedBytes(signature, this.signedParts(delivery, time));
    return this.secretsOf(source).some((secret) => isSignedWith(signature, secret, candidates, signed));
  }

  secretsOf(source) {
    return source.secrets;
  }

  signedParts(delivery, time) {
    const { identity, delivery: id } = this.webhooks;
    const at = (place) => (place?.in === "header" ? delivery.header(place.at) : undefined);
    return { body: this.signedBody(delivery), timestamp: time, delivery: at(id), identity: at(identity) };
  }

  signedBody({ raw }) {
    return raw;
  }

  checkTime(signedAt) {
    const { past, future } = this.webhooks.signature.tolerance;
    const age = this.clock.now() - signedAt;
    const isTooOld = typeof past.promised === "number" && age > past.promised;
    const isTooNew = typeof future.promised === "number" && -age > future.promised;
    if (Number.isNaN(age) || isTooOld || isTooNew)
      throw new Refused(this.statuses.signature, "signed at a wrong time");
  }
}
