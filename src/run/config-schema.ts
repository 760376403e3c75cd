import { durationPattern } from "../core/duration.js";
import { Type, type Static } from "../core/schema.js";

const duration = Type.String({ pattern: durationPattern });
const closed = { additionalProperties: false };

const waiverSchema = Type.Object(
  {
    check: Type.String({ minLength: 1 }),
    operation: Type.Optional(Type.String({ minLength: 1 })),
    rule: Type.Optional(Type.String({ minLength: 1 })),
    reason: Type.String({ pattern: "\\S", description: "why it is tolerated, a text" }),
    until: Type.String({
      format: "date",
      description: "the last day on which it is tolerated, such as 2027-01-31",
    }),
  },
  closed,
);

const connectorSchema = Type.Object(
  {
    contract: Type.String(),
    command: Type.String({ minLength: 1 }),
    driver: Type.Optional(Type.String()),
    /** Where the command runs; default: the folder of threeworlds.yaml. */
    directory: Type.Optional(Type.String()),
    environment: Type.Optional(Type.Record(Type.String(), Type.String())),
    operations: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    scenarios: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    payloads: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    patience: Type.Optional(duration),
    timing: Type.Optional(
      Type.Object(
        {
          timeout: Type.Optional(duration),
          retryDelay: Type.Optional(duration),
          poll: Type.Optional(duration),
          budget: Type.Optional(duration),
        },
        closed,
      ),
    ),
    waivers: Type.Optional(Type.Array(waiverSchema)),
  },
  closed,
);

const { contract, command, driver, directory, environment, scenarios, patience, waivers } =
  connectorSchema.properties;

/** What holds of a connector, without what it performs. */
const receiverSchema = Type.Object(
  { contract, command, driver, directory, environment, scenarios, patience, waivers },
  closed,
);

/** What a `threeworlds.yaml` may hold. */
export const configSchema = Type.Object(
  {
    connectors: Type.Optional(Type.Record(Type.String(), connectorSchema)),
    receivers: Type.Optional(Type.Record(Type.String(), receiverSchema)),
  },
  closed,
);

/** A `threeworlds.yaml` as it is written. */
export type RawConfig = Static<typeof configSchema>;
/** One connector as it is written. */
export type RawConnector = Static<typeof connectorSchema>;
/** One receiver as it is written. */
export type RawReceiver = Static<typeof receiverSchema>;
/** One waiver as it is written. */
export type RawWaiver = Static<typeof waiverSchema>;
