import type { Broker } from "../broker.ts";
import type { Arrival, BrokerDriver } from "../broker-driver.ts";
import { type BrokerOptions, createBroker } from "../create-broker.ts";
import { createLanes, type Lanes } from "../lanes.ts";
import { createPullSource } from "../pull-source.ts";

/** Between looks for messages: a look costs nothing. */
const LOOK_MS = 5;

/** A message that waits in memory. */
export interface MemoryMessage {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  deliveries: number;
}

/** What the brokers of one process meet at. */
export interface MemoryBrokerServer {
  /** Append anything, as a foreign sender might. */
  put(topic: string, subject: string, body: Uint8Array, headers?: MemoryMessage["headers"]): void;
  topic(name: string): Lanes<MemoryMessage>;
  topics(): readonly string[];
  /** Take out all that waits. */
  clear(): void;
}

export function createMemoryBrokerServer(): MemoryBrokerServer {
  const topics = new Map<string, Lanes<MemoryMessage>>();
  const topic = (name: string): Lanes<MemoryMessage> => {
    const known = topics.get(name);
    if (known !== undefined) return known;
    const made = createLanes<MemoryMessage>();
    topics.set(name, made);
    return made;
  };
  return {
    put(name, subject, body, headers = {}) {
      topic(name).add(subject, { subject, body: Uint8Array.from(body), headers, deliveries: 0 });
    },
    topic,
    topics: () => [...topics.keys()],
    clear() {
      topics.clear();
    },
  };
}

/** A broker in process memory, for tests and for trying things out. What it holds is gone with the process. */
export function memoryBroker(
  server: MemoryBrokerServer = createMemoryBrokerServer(),
  options: BrokerOptions = {},
): Broker {
  return createBroker(memoryDriver(server), options);
}

/** The driver of {@link memoryBroker}. */
export function memoryDriver(server: MemoryBrokerServer): BrokerDriver {
  return {
    name: "memory",
    capabilities: {
      delaysAlone: true,
      countsRedeliveries: true,
      survivesRestart: "it is memory of this process",
    },
    async publish({ topic, subject, body, contentType }) {
      server.put(topic, subject, body, { "content-type": contentType });
    },
    open: (name, inflow) =>
      createPullSource(inflow, {
        leaseMs: undefined,
        idleMs: LOOK_MS,
        pull: async (max) => takeUpTo(server, name, max),
        close: async () => undefined,
      }),
    createTopics: async (topics) => {
      for (const name of topics) server.topic(name);
    },
    close: async () => undefined,
  };
}

function takeUpTo(server: MemoryBrokerServer, name: string, max: number): readonly Arrival[] {
  const lanes = server.topic(name);
  const taken: Arrival[] = [];
  while (taken.length < max) {
    const message = lanes.take(performance.now());
    if (message === undefined) break;
    taken.push(toArrival(lanes, message));
  }
  return taken;
}

function toArrival(lanes: Lanes<MemoryMessage>, message: MemoryMessage): Arrival {
  const { subject, body, headers, deliveries } = message;
  return {
    body,
    headers,
    redeliveries: deliveries,
    async ack() {
      lanes.free(subject);
    },
    async requeue(delayMs) {
      message.deliveries += 1;
      lanes.putBack(subject, message, performance.now() + delayMs);
      return { kind: "returned" };
    },
    async release(wasHandedOut) {
      if (wasHandedOut) message.deliveries += 1;
      lanes.putBack(subject, message, 0);
    },
  };
}
