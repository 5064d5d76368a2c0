/** Lets one loop wait for whatever others report. */
export interface ChangeSignal {
  raise(): void;
  /** Settles at the next report; one that came since the last wait counts. */
  wait(): Promise<void>;
}

export function createChangeSignal(): ChangeSignal {
  let raised = false;
  let wake: (() => void) | undefined;
  return {
    raise() {
      raised = true;
      wake?.();
    },
    async wait() {
      if (!raised) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      raised = false;
      wake = undefined;
    },
  };
}
