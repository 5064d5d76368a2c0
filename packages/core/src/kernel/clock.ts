/** Where "now" comes from, for code that must not read the machine's clock itself. */
export interface Clock {
  now(): Date;
}

/** Cancels a timer; does nothing once the timer has run or was cancelled. */
export type CancelTimer = () => void;

/** Runs something later, for code that must not call `setTimeout` itself. */
export interface Timers {
  /** Run `run` once, `delayMs` milliseconds from now. */
  after(delayMs: number, run: () => void): CancelTimer;
}

/** The clock of this machine. What decides by time across processes uses the database's clock instead. */
export const systemClock: Clock = { now: () => new Date() };

/** The timers of this process. They do not keep it alive on their own. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
