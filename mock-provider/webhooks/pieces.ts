import type { WireForm } from "../../src/core/delivery.js";

/** A body in the pieces it is written in; the last is one byte, which is held back. No pieces for an empty body. */
export function cutUp(body: Buffer, { chunkBytes, writes = 1 }: WireForm): Buffer[] {
  if (body.length === 0) return [];
  const front = body.subarray(0, -1);
  const size = Math.max(1, chunkBytes ?? Math.ceil(front.length / writes));
  const pieces: Buffer[] = [];
  for (let at = 0; at < front.length; at += size) pieces.push(front.subarray(at, at + size));
  return [...pieces, body.subarray(-1)];
}
