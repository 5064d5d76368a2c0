import type { JsMsg } from "@nats-io/jetstream";
import type { Arrival, BrokerSource, Inflow } from "../broker-driver.ts";
import { createPullSource } from "../pull-source.ts";
import type { NatsParts } from "./nats-broker.ts";

export interface NatsSourceParts {
  readonly use: <Result>(act: (parts: NatsParts) => Promise<Result>) => Promise<Result>;
  readonly stream: string;
  readonly shards: number;
  readonly leaseMs: number;
  readonly timeoutMs: number;
  readonly ensure: () => Promise<void>;
  /** Stream or consumer turned out to be gone. */
  readonly onMissing: () => void;
}

/** A request for the next message waits so long at the server; the client allows no less. */
const WAIT_MS = 1_000;
/** How often a shard that seems empty is looked at, for messages that were on their way. */
const LOOKS = 2;
const LOOK_MS = 50;
/** A message on its way is here by then; one that is not is in other hands. */
const ON_ITS_WAY_MS = 1_000;

/** Asks for one message a shard, of all shards at once. */
export function createNatsSource(inflow: Inflow, parts: NatsSourceParts): BrokerSource {
  const { use, stream, leaseMs, timeoutMs, ensure } = parts;
  const inHand = new Map<Arrival, JsMsg>();

  const toArrival = (message: JsMsg): Arrival => {
    const { deliveryCount } = message.info;
    const done = () => inHand.delete(arrival);
    const arrival: Arrival = {
      body: message.data,
      headers: headersOf(message),
      redeliveries: deliveryCount - 1,
      async ack() {
        done();
        // Waits for the server's word: until it has taken note, it brings nothing more of the shard.
        await use(async () => void (await message.ackAck({ timeout: timeoutMs })));
      },
      async requeue(delayMs) {
        done();
        message.nak(delayMs);
        return { kind: "returned" };
      },
      async release() {
        done();
        message.nak();
      },
    };
    inHand.set(arrival, message);
    return arrival;
  };

  const pullNext = async (shard: number, signal: AbortSignal): Promise<readonly Arrival[]> => {
    await ensure();
    const message = await use(async ({ connection, jetstream }) => {
      const client = jetstream.jetstream(connection, { timeout: timeoutMs });
      const consumer = await client.consumers.get(stream, `shard-${shard}`);
      return consumer.next({ expires: WAIT_MS });
    }).catch((error: unknown) => {
      parts.onMissing();
      throw error;
    });
    if (message === null) return [];
    if (!signal.aborted) return [toArrival(message)];
    message.nak(); // came when nobody wanted it any more
    return [];
  };

  const sources = Array.from({ length: parts.shards }, (_, shard) =>
    createPullSource(
      { ...inflow, ...inflow.apart() },
      {
        ...{ leaseMs, idleMs: 0 },
        pull: (_max, signal) => pullNext(shard, signal),
        close: async () => undefined,
      },
    ),
  );

  /** What waits, and how much is out, in anybody's hands. */
  const counts = async () => {
    await ensure();
    return use(async ({ connection, jetstream }) => {
      const manager = await jetstream.jetstreamManager(connection, { timeout: timeoutMs });
      const infos = await Promise.all(
        sources.map((_, shard) => manager.consumers.info(stream, `shard-${shard}`)),
      );
      return {
        isWaiting: infos.some((info) => info.num_pending > 0 && info.num_ack_pending === 0),
        out: infos.reduce((sum, info) => sum + info.num_ack_pending, 0),
      };
    });
  };

  return {
    leaseMs,
    async renew(arrivals) {
      for (const arrival of arrivals) inHand.get(arrival)?.working();
    },
    async isEmpty() {
      const startedMs = performance.now();
      let looks = 0;
      while (looks < LOOKS) {
        const before = inHand.size;
        const { isWaiting, out } = await counts();
        if (isWaiting || inHand.size > before) return false;
        if (out <= inHand.size || performance.now() - startedMs > ON_ITS_WAY_MS) looks += 1;
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
      return true;
    },
    pause: async () => void (await Promise.all(sources.map((source) => source.pause()))),
    close: async () => void (await Promise.all(sources.map((source) => source.close()))),
  };
}

function headersOf({ headers }: JsMsg): Readonly<Record<string, string>> {
  const entries = headers?.keys().map((name) => [name, headers.get(name)] as const) ?? [];
  return Object.fromEntries(entries);
}
