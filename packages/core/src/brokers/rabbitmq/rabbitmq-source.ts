import type { Channel, ConsumeMessage } from "amqplib";
import type { Arrival, BrokerSource, Inflow } from "../broker-driver.ts";

export interface RabbitSourceParts {
  readonly queues: readonly string[];
  readonly ensure: () => Promise<void>;
  /** A queue turned out to be gone. */
  readonly onMissing: () => void;
  readonly openChannel: () => Promise<Channel>;
}

/** Waits after failures in a row. */
const AGAIN_MIN_MS = 50;
const AGAIN_MAX_MS = 2_000;
/** Looks at queues that seem empty, for messages that were on their way. */
const LOOKS = 2;
const LOOK_MS = 50;

/** A channel that consumes all queues of a topic, and another one when that is lost. */
export function createRabbitSource(inflow: Inflow, parts: RabbitSourceParts): BrokerSource {
  const stopped = new AbortController();
  const { signal } = stopped;
  let channel: Channel | undefined;
  const tags = new Map<string, string>();
  /** By queue: each has at most one out. */
  const out = new Map<string, Arrival>();
  let arrived = 0;

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end); // one for each wait of an outage would pile up
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
    });

  const toArrival = (from: Channel, queue: string, message: ConsumeMessage): Arrival => {
    const { properties } = message;
    let redeliveries = redeliveriesOf(message);
    const settle = (act: () => void): void => {
      if (out.get(queue) !== arrival) return;
      out.delete(queue);
      act();
    };
    const arrival: Arrival = {
      body: message.content,
      headers: headersOf(properties.headers ?? {}, properties.contentType),
      redeliveries,
      ack: async () => settle(() => from.ack(message)),
      async requeue(delayMs) {
        redeliveries += 1;
        // The broker knows no delay: what has to wait does so here, unsettled.
        if (delayMs > 0) return { kind: "kept", redeliveries };
        settle(() => from.nack(message, false, true));
        return { kind: "returned" };
      },
      release: async () => settle(() => from.nack(message, false, true)),
    };
    return arrival;
  };

  /** Cancelling leaves what is out with us: it can still be settled. */
  const cancelAll = async (): Promise<void> => {
    const open = channel;
    if (open === undefined) return;
    await Promise.all([...tags.values()].map((tag) => open.cancel(tag)));
    tags.clear();
  };

  const consume = async (): Promise<void> => {
    await parts.ensure();
    const opened = await parts.openChannel();
    const gone = new Promise<void>((resolve) => opened.on("close", resolve));
    opened.on("error", () => undefined);
    if (signal.aborted) return void opened.close().catch(() => undefined);
    await opened.prefetch(1);
    channel = opened;
    for (const queue of parts.queues) {
      const onMessage = (message: ConsumeMessage | null) => {
        if (message === null) return void opened.close().catch(() => undefined); // the queue is gone
        arrived += 1;
        if (signal.aborted) return opened.nack(message, false, true);
        const arrival = toArrival(opened, queue, message);
        out.set(queue, arrival);
        inflow.push([arrival]);
      };
      const { consumerTag } = await opened.consume(queue, onMessage);
      tags.set(queue, consumerTag);
    }
    if (signal.aborted) await cancelAll();
    inflow.worked();
    await gone;
  };

  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const startedMs = performance.now();
      try {
        await consume();
        parts.onMissing();
        inflow.failed(new Error("the channel was closed"));
      } catch (error) {
        parts.onMissing();
        inflow.failed(error);
      }
      channel = undefined;
      tags.clear();
      inflow.lost([...out.values()]);
      out.clear();
      failures = performance.now() - startedMs > AGAIN_MAX_MS ? 1 : failures + 1;
      await wait(Math.min(AGAIN_MAX_MS, AGAIN_MIN_MS * 2 ** (failures - 1)));
    }
  };
  const looping = loop();

  const ready = async (): Promise<number> => {
    const opened = await parts.openChannel();
    opened.on("error", () => undefined);
    try {
      const answers = await Promise.all(parts.queues.map((queue) => opened.checkQueue(queue)));
      return answers.reduce((sum, { messageCount }) => sum + messageCount, 0);
    } finally {
      await opened.close().catch(() => undefined);
    }
  };
  return {
    leaseMs: undefined,
    async isEmpty() {
      await parts.ensure();
      for (let looks = 0; looks < LOOKS; looks += 1) {
        if (tags.size < parts.queues.length && !signal.aborted) {
          await wait(LOOK_MS);
          return false;
        }
        const before = arrived;
        // What is ready behind an envelope that is out cannot come before that is settled.
        const blocked = out.size === parts.queues.length;
        const waiting = await ready();
        await wait(LOOK_MS);
        if (arrived > before) return false;
        if (waiting > 0 && out.size === 0 && !blocked) return false;
      }
      return true;
    },
    async pause() {
      stopped.abort();
      await cancelAll().catch(() => undefined);
    },
    async close() {
      stopped.abort();
      await channel?.close().catch(() => undefined);
      await looping;
    },
  };
}

/** Absent the first time. */
function redeliveriesOf({ fields, properties }: ConsumeMessage): number {
  const count = Number(properties.headers?.["x-delivery-count"] ?? Number.NaN);
  if (Number.isSafeInteger(count)) return count;
  return fields.redelivered ? 1 : 0;
}

function headersOf(
  headers: Readonly<Record<string, unknown>>,
  contentType: unknown,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(entries),
    ...(typeof contentType === "string" ? { "content-type": contentType } : {}),
  };
}
