import type { Timers } from "../kernel/clock.ts";
import type {
  FeedFunction,
  FeedRecord,
  FeedSink,
  FeedSinkContext,
  OpenFeedSink,
} from "../projects/feed.ts";
import { BatchRefusedError, SinkAbandonedError, SinkTimeoutError } from "./errors.ts";

/** How long a sink whose call was aborted has to end it. */
const ABORT_GRACE_MS = 500;

/** A feed's sink, opened when it is first needed and closed once. */
export interface SinkInUse {
  /**
   * Hand a batch over, after opening the sink if need be.
   *
   * @returns how many of it the far side had already
   * @throws {SinkTimeoutError} if it takes too long, and whatever the sink throws
   */
  deliver(lineage: string, batch: readonly FeedRecord[]): Promise<number>;
  /** Give up a call that is under way. */
  abort(): void;
  close(): Promise<void>;
}

export interface SinkInUseOptions {
  readonly sink: FeedSink | FeedFunction;
  readonly context: Omit<FeedSinkContext, "lineage">;
  readonly timeoutMs: number;
  readonly timers: Timers;
}

export function createSinkInUse({ sink, context, timeoutMs, timers }: SinkInUseOptions): SinkInUse {
  let opened: { readonly lineage: string; readonly sink: Promise<OpenFeedSink> } | undefined;
  let calling: AbortController | undefined;

  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    if (closing === undefined) return;
    const open = await closing.sink.catch(() => undefined); // never opened: told to whoever asked
    await open?.close();
  };

  const openOnce = async (lineage: string): Promise<OpenFeedSink> => {
    if (opened?.lineage !== lineage) await close();
    opened ??= { lineage, sink: openSink(sink, { ...context, lineage }) };
    try {
      return await opened.sink;
    } catch (error) {
      opened = undefined; // tried again by the next cycle
      throw error;
    }
  };

  return {
    async deliver(lineage, batch) {
      const call = new AbortController();
      const { signal } = call;
      calling = call;
      const cancel = timers.after(timeoutMs, () => call.abort(new SinkTimeoutError(timeoutMs)));
      const work = openOnce(lineage).then((opened) => opened.deliver(batch, { signal }));
      try {
        const { duplicates } = await orAborted(work, signal, timers);
        return duplicates;
      } catch (error) {
        throw signal.aborted ? withReason(error, signal.reason) : error;
      } finally {
        cancel();
        calling = undefined;
      }
    },
    abort: () => calling?.abort(new SinkAbandonedError()),
    close,
  };
}

/** Whatever an aborted call throws, the reason is ours; how far it came is the sink's to know. */
function withReason(error: unknown, reason: unknown): unknown {
  return error instanceof BatchRefusedError
    ? new BatchRefusedError(error.accepted, reason)
    : reason;
}

async function openSink(
  sink: FeedSink | FeedFunction,
  context: FeedSinkContext,
): Promise<OpenFeedSink> {
  if (typeof sink === "function") {
    return {
      deliver: async (batch, call) => {
        await sink(batch, call);
        return { duplicates: 0 };
      },
      close: async () => undefined,
    };
  }
  return await sink.open(context);
}

/**
 * What a call comes to, or its signal's reason. A sink that heeds the signal gets the time to say how far it came; one that does
 * not is left behind.
 */
function orAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  timers: Timers,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => timers.after(ABORT_GRACE_MS, () => reject(signal.reason));
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject);
  });
}
