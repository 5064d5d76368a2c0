import type { BatchResult } from "../dispatcher/batch.ts";
import { type Logger, silentLogger } from "../kernel/logger.ts";
import type { DirectEvent, DirectSinkDefinition } from "../projects/direct-sink.ts";

/** Tells a function what machines publish, right after their commits. */
export interface DirectSink {
  /** The hook of that name of an engine or runner. */
  readonly onResult: (result: BatchResult) => void;
  /** Settles when the function has ended for all that it was told so far. */
  settled(): Promise<void>;
}

/** Its name is for the log. */
export interface DirectSinkOptions extends Omit<DirectSinkDefinition, "name"> {
  readonly name?: string;
  readonly logger?: Logger;
}

const DEFAULT_WAITING_MAX = 1_000;

/**
 * A sink without an outbox: for tests, and for notices that may be missed. A state that is rolled back is never announced, since
 * nothing is told before the commit. But each event is told at most once: a worker that dies between commit and call, a
 * function that throws, and a far side that is slower than the machines lose it. What must arrive takes a relay.
 *
 * It hears the machines of its own worker alone, and neither what comes from outside nor what an operator's action publishes.
 */
export function createDirectSink(options: DirectSinkOptions): DirectSink {
  const { name, publish, waitingMax = DEFAULT_WAITING_MAX, logger = silentLogger } = options;
  const sink = name === undefined ? {} : { sink: name };
  const topics = options.topics === undefined ? undefined : new Set(options.topics);
  const lastOf = new Map<string, Promise<void>>();
  let waiting = 0;

  const lose = ({ topic, envelope }: DirectEvent, why: string, error?: unknown): void =>
    logger.warn("an event is not announced", { ...sink, topic, id: envelope.id, why, error });

  const tell = async (event: DirectEvent): Promise<void> => {
    try {
      await publish(event);
    } catch (error) {
      lose(event, "the function threw", error);
    } finally {
      waiting -= 1;
    }
  };

  const enqueue = (event: DirectEvent): void => {
    if (topics?.has(event.topic) === false) return;
    if (waiting >= waitingMax) {
      lose(event, `${waitingMax} others wait`);
      return;
    }
    waiting += 1;
    const subject = event.envelope.subject ?? "";
    const turn = (lastOf.get(subject) ?? Promise.resolve()).then(() => tell(event));
    lastOf.set(subject, turn);
    void turn.then(() => {
      if (lastOf.get(subject) === turn) lastOf.delete(subject);
    });
  };

  return {
    onResult(result) {
      if (result.kind !== "committed") return;
      for (const event of result.plan.commit?.events ?? []) enqueue(event);
    },
    async settled() {
      await Promise.all(lastOf.values());
    },
  };
}
