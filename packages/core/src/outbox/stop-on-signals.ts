/** Where signals come from: Node's `process`. */
export interface SignalSource {
  on(signal: "SIGINT" | "SIGTERM", heard: () => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", heard: () => void): unknown;
}

/** What can be stopped gently, or at once. */
export interface Stoppable {
  stop(deadlineMs?: number): Promise<void>;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Stop at the first signal, after the work under way; give that up at the second. Listeners of others stay where they are.
 *
 * @returns takes the listeners away again; also done once everything has stopped
 */
export function stopOnSignals(source: SignalSource, ...running: readonly Stoppable[]): () => void {
  let heard = 0;
  const restore = (): void => {
    for (const signal of SIGNALS) source.off(signal, stop);
  };
  const stop = (): void => {
    heard += 1;
    const deadlineMs = heard === 1 ? undefined : 0;
    void Promise.all(running.map((one) => one.stop(deadlineMs))).then(restore, restore);
  };
  for (const signal of SIGNALS) source.on(signal, stop);
  return restore;
}
