import http from "node:http";

/** Errors after which it is certain that no byte of the request left. */
const neverLeft = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

/**
 * One request, once, on a kept-alive connection. Resolves with the whole answer, or with `{ status: null }` and whether the
 * request certainly never left. An answer that was cut short is no answer.
 */
export function exchange(agent, request, timeoutMs) {
  const { method, url, headers, body } = request;
  return new Promise((resolve) => {
    const sent = http.request(url, { method, headers, agent });
    const nothing = (error) =>
      resolve({
        status: null,
        neverLeft: neverLeft.has(error.code),
        reused: sent.reusedSocket,
        reason: error.code ?? error.message,
      });
    const timer = setTimeout(() => {
      sent.destroy(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" }));
    }, timeoutMs);
    sent.on("error", nothing);
    sent.on("close", () => clearTimeout(timer));
    sent.on("response", (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", () => nothing({ code: "EINCOMPLETE" }));
      answer.on("end", () => {
        if (!answer.complete) return nothing({ code: "EINCOMPLETE" });
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode, headers: answer.headers, body: parse(text) });
      });
      answer.on("close", () => nothing({ code: "EINCOMPLETE" }));
    });
    sent.end(body);
  });
}

/** undefined when it is no JSON. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
