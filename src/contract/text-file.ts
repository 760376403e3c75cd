import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { messageOf } from "../core/errors.js";

/** A text, or why there is none. */
export type TextRead =
  | { text: string }
  | {
      code: "absent" | "unreadable" | "not-a-file" | "too-large" | "not-utf8";
      /** What is wrong and what to do, in sentences; it follows the path. */
      message: string;
    };

/** The three bytes that some editors put before UTF-8 text; they do not count, and are no part of the text. */
const byteOrderMarkBytes = 3;
const chunkBytes = 64 * 1024;

/**
 * The text of a regular file of at most `maxBytes`. Pipes, devices and files without an end are refused rather than waited
 * for; never throws.
 */
export async function readTextFile(path: string, maxBytes: number): Promise<TextRead> {
  let file: FileHandle;
  try {
    // Else opening a pipe that nobody writes to would wait for ever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return unopened(error);
  }
  try {
    const there = await file.stat();
    if (there.isDirectory()) return notAFile("a folder");
    if (!there.isFile()) return notAFile(there.isFIFO() ? "a pipe" : "a device or socket");
    if (there.size > maxBytes + byteOrderMarkBytes) return tooLarge(`${there.size}`, maxBytes);
    return textOf(await readAtMost(file, maxBytes + byteOrderMarkBytes + 1), maxBytes, there.size);
  } catch (error) {
    return { code: "unreadable", message: `cannot be read: ${messageOf(error)}.` };
  } finally {
    await file.close();
  }
}

/** Files of the kernel say they are empty, and may have no end. */
async function readAtMost(file: FileHandle, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let left = bytes; left > 0;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(left, chunkBytes)));
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(parts);
}

function textOf(bytes: Buffer, maxBytes: number, size: number): TextRead {
  let text: string;
  const hasMark = bytes.subarray(0, byteOrderMarkBytes).equals(Buffer.from("\uFEFF"));
  const markBytes = hasMark ? byteOrderMarkBytes : 0;
  if (bytes.length - markBytes > maxBytes) {
    return tooLarge(size === 0 ? `more than ${maxBytes}` : `${size - markBytes}`, maxBytes);
  }
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { code: "not-utf8", message: "the file is not UTF-8 text. Save it as UTF-8." };
  }
  return { text };
}

function tooLarge(bytes: string, maxBytes: number): TextRead {
  const mebibytes = maxBytes / 1024 / 1024;
  return {
    code: "too-large",
    message: `the file has ${bytes} bytes, and may have ${maxBytes} (${mebibytes} MiB).`,
  };
}

function notAFile(what: string): TextRead {
  return {
    code: "not-a-file",
    message: `cannot be read: it is ${what}.${what === "a folder" ? "" : " Write what it gives to a file first."}`,
  };
}

function unopened(error: unknown): TextRead {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return { code: "absent", message: "cannot be read: there is no such file." };
  }
  if (code === "EISDIR") return notAFile("a folder");
  if (code === "EACCES") return { code: "unreadable", message: "cannot be read: permission denied." };
  return { code: "unreadable", message: `cannot be read: ${messageOf(error)}.` };
}
