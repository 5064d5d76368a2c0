/** Promises of what is not so yet. */
export interface Conditions {
  /** Settles when a check finds it so; the first check is now. */
  until(isSo: () => boolean): Promise<void>;
  /** Something may have changed. */
  check(): void;
}

export function createConditions(): Conditions {
  const waiting = new Set<() => void>();
  return {
    until: (isSo) =>
      new Promise((resolve) => {
        const look = () => {
          if (!isSo()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    check() {
      for (const look of waiting) look();
    },
  };
}
