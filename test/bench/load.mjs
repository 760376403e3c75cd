import { connect } from "node:net";

const headEnd = Buffer.from("\r\n\r\n");

/**
 * Sends requests over kept-alive raw sockets, one at a time on each, until `more(sent)` says no. Raw, because an HTTP
 * client would cost more than the servers it measures. Throws on any answer that has not the expected status.
 */
export async function load({ port, connections, request, status, more, onTick }) {
  const seen = { sent: 0, answered: 0, startedAt: performance.now() };
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let received = Buffer.alloc(0);
      const next = () => {
        if (!more(seen)) return socket.end(resolve);
        seen.sent += 1;
        return socket.write(request(seen.sent));
      };
      socket.setNoDelay(true);
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("the server closed a kept-alive connection")));
      socket.on("data", (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const end = received.indexOf(headEnd);
        if (end < 0) return;
        const head = received.toString("latin1", 0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (received.length < end + 4 + length) return;
        if (!head.startsWith(`HTTP/1.1 ${status} `)) {
          reject(new Error(`expected status ${status}, got:\n${received.toString("utf8")}`));
          socket.destroy();
          return;
        }
        received = Buffer.alloc(0);
        seen.answered += 1;
        onTick?.(seen);
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return { ...seen, seconds: (performance.now() - seen.startedAt) / 1000 };
}
