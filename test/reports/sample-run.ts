import type { Entry, History, ProviderEntry, RunnerEntry } from "../../src/core/history.js";
import type { Report, Result, WaiverUse } from "../../src/core/verdict.js";
import type { Run } from "../../src/reports/report.js";

/** Text that would harm a reader if a report passed it on as it is. */
export const hostile = "\u001B[31m<script>alert(1)</script>\r\n::error::]]>&\u202Egnp";

const facts: (ProviderEntry | RunnerEntry)[] = [
  { kind: "process-started", process: 1, pid: 4711, reused: false },
  {
    kind: "asked",
    process: 1,
    id: 2,
    ask: {
      command: "perform",
      operation: "createTicket",
      businessKey: "order-42",
      payload: {},
      parameters: {},
      now: "2026-11-30T12:00:00.000Z",
    },
  },
  {
    kind: "request-received",
    request: 1,
    connection: 1,
    onConnection: 1,
    count: 1,
    operation: "createTicket",
    role: "write",
    lookup: null,
    method: "POST",
    path: "/v1/tickets",
    query: {},
    parameters: {},
    headers: {},
    body: {},
    bodyBytes: 2,
    bodyHash: "",
    account: "acme",
    key: "order-42",
    reference: "order-42",
  },
  { kind: "request-admitted", request: 1, as: "first", original: null },
  { kind: "fault-fired", fault: "reset-connection", armed: 1, request: 1, connection: 1, phase: "committed" },
  { kind: "process-killed", process: 1, why: "crash: request 1 reached committed" },
  { kind: "unanswered", process: 1, id: 2, why: "killed" },
  { kind: "process-started", process: 2, pid: 4712, reused: false },
  { kind: "clock-moved", byMs: 60_000 },
  {
    kind: "claimed",
    process: 2,
    id: 2,
    command: "reconcile",
    businessKey: "order-42",
    claim: { outcome: "failed", reason: hostile },
  },
];

const history: History = {
  version: 1,
  contract: { file: "contracts/tickets.yaml", source: "" },
  connector: "node connector.js",
  operation: "createTicket",
  scenario: "lost-response/reset",
  seed: 1,
  timing: {
    timeoutMs: 400,
    retryDelayMs: 20,
    lookupLagMs: null,
    settlesWithinMs: null,
    pollMs: 50,
    budgetMs: 3000,
  },
  patienceMs: 10_000,
  capabilities: [],
  steps: [],
  unplayable: null,
  entries: facts.map((fact, index): Entry => ({
    seq: index + 1,
    at: 1_000_000 + (index > 8 ? 60_000 : 0) + index,
    wall: index,
    ...fact,
  })),
};

const failed: Result = {
  operation: "createTicket",
  scenario: "lost-response/reset",
  verdict: "fail",
  reason: null,
  durationMs: 312,
  history: "histories/createTicket.lost-response.reset.json",
  violations: [
    {
      rule: "honest-failure",
      message: `order-42 was reported failed: ${hostile}`,
      entries: [3, 10],
      contract: { file: "contracts/tickets.yaml", line: 21 },
      advice: "Say unknown.",
    },
  ],
};

function quiet(scenario: string, verdict: Result["verdict"], reason: string | null): Result {
  return {
    operation: "createTicket",
    scenario,
    verdict,
    reason,
    durationMs: 5,
    history: null,
    violations: [],
  };
}

function waiver(check: string, state: WaiverUse["state"], problem: string | null): WaiverUse {
  return { check, operation: null, rule: null, reason: "ticket 4711", until: "2027-01-31", state, problem };
}

const report: Report = {
  version: 1,
  provider: "Example Tickets",
  contract: "contracts/tickets.yaml",
  connector: "tickets",
  seed: 1,
  durationMs: 5123,
  results: [
    quiet("happy-path", "pass", null),
    failed,
    { ...failed, scenario: "lost-response/closed" },
    quiet("retention-expired", "inconclusive", "needs a connector with clock"),
    quiet("acknowledged/lost", "not-applicable", "the answer is a receipt"),
    {
      ...failed,
      scenario: "crash/after-commit",
      verdict: "waived",
      reason: `waived until 2027-01-31: ticket 4711 ${hostile}`,
    },
  ],
  waivers: [
    waiver("crash/after-commit", "needed", null),
    waiver("crash/twice", "stale", `threeworlds.yaml:9: the waiver of 'crash/twice' ${hostile}`),
  ],
  summary: { pass: 1, fail: 2, inconclusive: 1, notApplicable: 1, waived: 1 },
};

/** A run with one result of each kind. */
export const sampleRun: Run = {
  reports: [report],
  historyOf: (_report, result) => (result.verdict === "fail" ? history : undefined),
  repeat: (_report, result) => `npx threeworlds check tickets --scenario ${result.scenario}`,
  colour: false,
};
