import type { Logger } from "../kernel/logger.ts";

/** A task done again and again, never twice at once. */
export interface Repeated {
  start(): void;
  /** Plan no more. Settles when what is under way has ended. May be repeated. */
  stop(): Promise<void>;
  /** Do it sooner than planned. */
  runIn(delayMs: number): void;
}

/** Do a task every so often, measured from its end. A failure is logged and the next turn comes as planned. */
export function every(
  intervalMs: number,
  task: () => Promise<void>,
  logger: Logger,
  failure: string,
): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let dueAtMs = Number.POSITIVE_INFINITY;
  let running = false;
  let ended: Promise<void> = Promise.resolve();
  let stopped = true;

  const plan = (delayMs: number) => {
    const atMs = performance.now() + delayMs;
    if (stopped || running || atMs >= dueAtMs) return;
    clearTimeout(timer);
    dueAtMs = atMs;
    timer = setTimeout(() => {
      ended = run();
    }, delayMs);
    timer.unref();
  };

  const soon: number[] = []; // asked for while it ran

  const run = async () => {
    running = true;
    dueAtMs = Number.POSITIVE_INFINITY;
    try {
      await task();
    } catch (error) {
      logger.warn(failure, { error });
    } finally {
      running = false;
      plan(Math.min(intervalMs, ...soon.splice(0)));
    }
  };

  return {
    start() {
      stopped = false;
      plan(intervalMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ended;
    },
    runIn(delayMs) {
      if (running) soon.push(delayMs);
      else plan(delayMs);
    },
  };
}
