/** Something that runs until it is told to stop, or ends by itself. */
export interface RunningPart {
  /** Settles once it has ended, with how: `exit code 1`, `signal SIGKILL`. Never rejects. */
  readonly ended: Promise<string>;
  /** Ask it to stop and wait until it has. */
  stop(): Promise<void>;
}

/** What `build` sees of the house it builds. */
export interface House {
  /** Aborted when the house is to come down: on request, or because a part ended by itself. */
  readonly signal: AbortSignal;
  /** Bring up the next part; it will be stopped before those that came up earlier. */
  start<Part extends RunningPart>(
    name: string,
    start: (signal: AbortSignal) => Promise<Part>,
  ): Promise<Part>;
}

/** How a house came down. */
export type Outcome =
  | { readonly kind: "stopped" }
  | { readonly kind: "crashed"; readonly part: string; readonly how: string };

/**
 * Build a house part by part, keep it until `stop` is aborted or one of the parts ends by itself, then stop all of
 * them, the last first. Knows nothing of what the parts are.
 *
 * @throws what `build` throws, after everything that had come up was stopped
 */
export async function supervise(
  build: (house: House) => Promise<void>,
  stop: AbortSignal,
): Promise<Outcome> {
  const down = new AbortController();
  const parts: RunningPart[] = [];
  let crash: Outcome | undefined;

  const takeDown = () => down.abort();
  const watch = async (name: string, part: RunningPart) => {
    const how = await part.ended;
    if (down.signal.aborted) return; // it was told to
    crash = { kind: "crashed", part: name, how };
    takeDown();
  };
  const house: House = {
    signal: down.signal,
    start: async (name, start) => {
      down.signal.throwIfAborted();
      const part = await start(down.signal);
      parts.push(part);
      void watch(name, part);
      return part;
    },
  };

  stop.addEventListener("abort", takeDown);
  if (stop.aborted) takeDown();
  try {
    await build(house);
    await untilAborted(down.signal);
  } catch (error) {
    if (!down.signal.aborted) throw error;
  } finally {
    takeDown();
    stop.removeEventListener("abort", takeDown);
    await stopInReverse(parts);
  }
  return crash ?? { kind: "stopped" };
}

/** One part that cannot be stopped must not keep the others up: its error comes last. */
async function stopInReverse(parts: readonly RunningPart[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts.toReversed()) {
    await part.stop().catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
