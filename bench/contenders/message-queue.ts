import { setTimeout as sleep } from "node:timers/promises";
import { createArrivals, createCountdown } from "./arrivals.ts";
import type { Contender } from "./contender.ts";

/** Of each message's JSON. */
export const MESSAGE_BYTES = 200;
const FILL_AT_ONCE = 1_000;
/** Between looks for messages without a mark, once every handler was called. */
const LOOK_MS = 5;

/** The body of a message. */
export interface Message {
  readonly key: string;
  readonly padding: string;
}

/** A system that calls a handler for each message, as its file under bench/ drives it. */
export interface MessageQueue {
  /** Store messages; nothing works on them yet. */
  fill(messages: readonly Message[]): Promise<void>;
  send(message: Message): Promise<void>;
  /** Start a worker. */
  work(handler: (message: Pick<Message, "key">) => void): Promise<void>;
  /** Whether no message is left that is not durably marked as handled. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
  readonly serverCpuSeconds?: () => Promise<number>;
  readonly notDurable?: string;
}

/** A queue as a contender: the same work, whatever the queue. */
export function contenderOfQueue(queue: MessageQueue): Contender {
  return {
    async drain(count) {
      await fill(queue, count);
      return () => drain(queue, count);
    },
    async idle() {
      const handled = createArrivals();
      let sent = 0;
      await queue.work(({ key }) => handled.arrived(key));
      return async () => {
        const message = messageOf(sent);
        sent += 1;
        const isHandled = handled.of(message.key);
        await Promise.all([queue.send(message), isHandled]);
      };
    },
    close: () => queue.close(),
    serverCpuSeconds: queue.serverCpuSeconds,
    notDurable: queue.notDurable,
  };
}

async function fill(queue: MessageQueue, count: number): Promise<void> {
  for (let at = 0; at < count; at += FILL_AT_ONCE) {
    const length = Math.min(FILL_AT_ONCE, count - at);
    await queue.fill(Array.from({ length }, (_message, index) => messageOf(at + index)));
  }
}

async function drain(queue: MessageQueue, count: number): Promise<void> {
  const handled = createCountdown(count);
  await queue.work(() => handled.count());
  await handled.reached;
  while (!(await queue.isEmpty())) await sleep(LOOK_MS);
}

function messageOf(index: number): Message {
  const key = `message-${index}`;
  const padding = MESSAGE_BYTES - JSON.stringify({ key, padding: "" }).length;
  return { key, padding: "x".repeat(padding) };
}
