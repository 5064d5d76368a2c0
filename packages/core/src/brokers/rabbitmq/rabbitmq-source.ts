import type { Channel, ConsumeMessage } from "amqplib";
import type { Arrival, BrokerSource, Inflow } from "../broker-driver.ts";
import { BrokerUnavailableError } from "../errors.ts";
import { blame, NAME } from "./rabbitmq-errors.ts";

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

/**
 * A channel a queue, and other ones when any is lost. A consumer ends by closing its channel, never by `basic.cancel`: RabbitMQ
 * makes the next consumer active as soon as one is cancelled, with later messages, while what the cancelled one holds is still
 * out. A channel that goes has its messages back at the head of the queue in the same command that makes the next one active.
 */
export function createRabbitSource(inflow: Inflow, parts: RabbitSourceParts): BrokerSource {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** By queue. */
  const channels = new Map<string, Channel>();
  /** By queue: each has at most one out. */
  const out = new Map<string, Arrival>();
  let arrived = 0;
  let isConsuming = false;
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

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

  /** Channels that are being closed. */
  const closing = new Set<Promise<void>>();

  /** What is out of the queue goes back to its head, for the next consumer. */
  const letGo = async (queue: string): Promise<void> => {
    out.delete(queue);
    const channel = channels.get(queue);
    channels.delete(queue);
    if (channel === undefined) return;
    const closed = closeChannel(channel).finally(() => closing.delete(closed));
    closing.add(closed);
    await closed;
  };

  const toArrival = (from: Channel, queue: string, message: ConsumeMessage): Arrival => {
    const { properties } = message;
    let redeliveries = redeliveriesOf(message);
    const isOut = () => out.get(queue) === arrival;
    /** Once we stop, a channel is there for what it has out only. */
    const giveBack = async (): Promise<void> => {
      if (!isOut()) return;
      if (signal.aborted) return letGo(queue);
      out.delete(queue);
      from.nack(message, false, true);
    };
    const arrival: Arrival = {
      body: message.content,
      headers: headersOf(properties.headers ?? {}, properties.contentType),
      redeliveries,
      async ack() {
        if (!isOut()) return;
        out.delete(queue);
        from.ack(message);
        if (signal.aborted) await letGo(queue);
      },
      async requeue(delayMs) {
        redeliveries += 1;
        // The broker knows no delay: what has to wait does so here, unsettled.
        if (delayMs > 0) return { kind: "kept", redeliveries };
        await giveBack();
        return { kind: "returned" };
      },
      release: giveBack,
    };
    return arrival;
  };

  const lose = (queue: string): void => {
    const arrival = out.get(queue);
    out.delete(queue);
    if (arrival !== undefined) inflow.lost([arrival]);
  };

  const consumeQueue = async (queue: string, onGone: () => void): Promise<void> => {
    const channel = await parts.openChannel();
    channel.on("error", () => undefined);
    channel.on("close", () => {
      if (channels.get(queue) !== channel) return; // let go of
      channels.delete(queue);
      lose(queue);
      onGone();
    });
    channels.set(queue, channel);
    await channel.prefetch(1);
    await channel.consume(queue, (message) => {
      if (message === null) return void channel.close().catch(() => undefined); // the queue is gone
      arrived += 1;
      if (signal.aborted || channels.get(queue) !== channel) return; // goes back with its channel
      const arrival = toArrival(channel, queue, message);
      out.set(queue, arrival);
      inflow.push([arrival]);
    });
  };

  const letGoOfIdle = async (): Promise<void> => {
    const idle = parts.queues.filter((queue) => !out.has(queue));
    await Promise.all(idle.map(letGo));
  };
  const letGoOfAll = async (): Promise<void> => {
    await Promise.all(parts.queues.map(letGo));
  };

  /** Settles once a channel is lost or we stop; rejects if one cannot be had. */
  const consume = async (): Promise<void> => {
    await parts.ensure();
    let onGone = () => {};
    const gone = new Promise<void>((resolve) => {
      onGone = resolve;
    });
    const opened = await Promise.allSettled(
      parts.queues.map((queue) => consumeQueue(queue, onGone)),
    );
    if (signal.aborted) return letGoOfIdle(); // also those that were opened after the others were let go of
    const refused = opened.find(({ status }) => status === "rejected");
    if (refused?.status === "rejected") throw refused.reason;
    isConsuming = true;
    inflow.worked();
    await Promise.race([gone, ended]);
  };

  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      const startedMs = performance.now();
      const problem = await consume().then(
        () => new BrokerUnavailableError(NAME, "a channel was closed"),
        blame,
      );
      isConsuming = false;
      if (signal.aborted) return;
      parts.onMissing();
      inflow.failed(problem);
      for (const queue of parts.queues) lose(queue);
      await letGoOfAll();
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
        if (!isConsuming && !signal.aborted) {
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
      await letGoOfIdle();
    },
    async close() {
      stopped.abort();
      await letGoOfAll();
      await looping;
      await Promise.all(closing); // the connection may go only then
    },
  };
}

/**
 * Settles once a channel is closed, or went with its connection: amqplib forgets who waits for the answer to a close if the connection
 * ends before it.
 */
function closeChannel(channel: Channel): Promise<void> {
  return new Promise((resolve) => {
    channel.once("close", resolve);
    const close = async () => channel.close(); // one that is closed already throws at once
    close().then(resolve, () => resolve());
  });
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
