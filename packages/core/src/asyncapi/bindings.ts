import type { JsonObject } from "../kernel/json.ts";
import type { AsyncapiServer, DocumentOptions } from "./asyncapi-options.ts";

/** How a channel, operation or message stands on a broker, under its protocol's name. */
interface ProtocolBindings {
  readonly protocols: readonly string[];
  readonly name: string;
  channel?(address: string): JsonObject;
  operation?(action: "receive" | "send", machine: string): JsonObject;
  message?(): JsonObject;
}

/** Where two envelopes of one subject are kept in order: the same on every broker that has a word for it. */
const KEY = { type: "string", description: "The envelope's subject, which keeps its order." };
const FIFO = ".fifo";

/** Versions are the newest that the specification's own schemas know. */
const PROTOCOLS: readonly ProtocolBindings[] = [
  {
    protocols: ["kafka", "kafka-secure"],
    name: "kafka",
    channel: (topic) => ({ topic, bindingVersion: "0.5.0" }),
    operation: (action, machine) => ({
      ...(action === "receive" ? { groupId: { type: "string", enum: [machine] } } : {}),
      bindingVersion: "0.5.0",
    }),
    message: () => ({ key: KEY, bindingVersion: "0.5.0" }),
  },
  {
    protocols: ["amqp", "amqps"],
    name: "amqp",
    channel: (name) => ({
      is: "routingKey",
      exchange: { name, type: "topic", durable: true },
      bindingVersion: "0.3.0",
    }),
    operation: (action) => ({
      ...(action === "receive" ? { ack: true } : { deliveryMode: 2 }),
      bindingVersion: "0.3.0",
    }),
    message: () => ({ contentEncoding: "utf-8", bindingVersion: "0.3.0" }),
  },
  {
    protocols: ["nats", "nats-secure"],
    name: "nats",
    operation: (action, machine) => ({
      ...(action === "receive" ? { queue: machine } : {}),
      bindingVersion: "0.1.0",
    }),
  },
  // The specification keeps the name and has nothing to say under it yet.
  { protocols: ["redis", "rediss"], name: "redis", channel: () => ({}) },
  {
    protocols: ["sqs"],
    name: "sqs",
    channel: (address) => ({ queue: sqsQueue(address), bindingVersion: "0.2.0" }),
  },
];

/** The bindings of the protocols that the servers speak; nothing where none are asked for. */
export interface Bindings {
  channel(address: string | null): JsonObject;
  operation(action: "receive" | "send", machine: string): JsonObject;
  message(): JsonObject;
}

/** Bindings for a document's servers. Each part gives `{ bindings }`, or nothing. */
export function bindingsFor(options: DocumentOptions): Bindings {
  const servers: readonly AsyncapiServer[] = Object.values(options.servers ?? {});
  const spoken = PROTOCOLS.filter(
    ({ protocols }) =>
      options.withBindings === true &&
      servers.some(({ protocol }) => protocols.includes(protocol.toLowerCase())),
  );
  const named = (of: (protocol: ProtocolBindings) => JsonObject | undefined): JsonObject => {
    const bindings = spoken.flatMap((protocol) => {
      const binding = of(protocol);
      return binding === undefined ? [] : [[protocol.name, binding] as const];
    });
    return bindings.length === 0 ? {} : { bindings: Object.fromEntries(bindings) };
  };
  return {
    channel: (address) =>
      address === null ? {} : named((protocol) => protocol.channel?.(address)),
    operation: (action, machine) => named((protocol) => protocol.operation?.(action, machine)),
    message: () => named((protocol) => protocol.message?.()),
  };
}

/** Order per subject needs a queue of the FIFO kind, whose name has to say so. */
function sqsQueue(address: string): JsonObject {
  const name = address.endsWith(FIFO) ? address : `${address}${FIFO}`;
  return {
    name,
    fifoQueue: true,
    deduplicationScope: "messageGroup",
    fifoThroughputLimit: "perMessageGroupId",
  };
}
