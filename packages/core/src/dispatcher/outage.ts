const WAIT_MS = 500;

/** The store could not be reached: nothing is begun for a while, so that it is not asked again and again. */
export interface Outage {
  begin(): void;
  isOver(): boolean;
}

/** @param onOver - called a moment after each beginning */
export function createOutage(nowMs: () => number, onOver: () => void): Outage {
  let untilMs = 0;
  return {
    begin() {
      untilMs = nowMs() + WAIT_MS;
      setTimeout(onOver, WAIT_MS + 1).unref();
    },
    isOver: () => nowMs() >= untilMs,
  };
}
