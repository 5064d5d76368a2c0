import { type GivenUp, type KeptPart, keepRunning, type RunningPart } from "./keep-running.ts";

/** What `build` sees of the house it builds. */
export interface House {
  /** Aborted when the house is to come down: on request, or because a part was given up. */
  readonly signal: AbortSignal;
  /**
   * Bring up the next part; it will be stopped before those that came up earlier. `start` is called again when the part ends by
   * itself once the house is built.
   */
  start<Part extends RunningPart>(
    name: string,
    start: (signal: AbortSignal) => Promise<Part>,
  ): Promise<Part>;
}

/** How a house came down. */
export type Outcome =
  | { readonly kind: "stopped" }
  | ({ readonly kind: "crashed"; readonly part: string } & GivenUp);

/**
 * Build a house part by part, keep it until `stop` is aborted or one of the parts is given up, then stop all of them, the last
 * first. While it is being built, no part is started again: what keeps it from coming up is told at once. Knows nothing of what
 * the parts are.
 *
 * @param note - told when a part ends by itself, and when it was started again
 * @throws what `build` throws, after everything that had come up was stopped
 */
export async function supervise(
  build: (house: House) => Promise<void>,
  stop: AbortSignal,
  note: (text: string) => void,
): Promise<Outcome> {
  const down = new AbortController();
  const parts: KeptPart[] = [];
  let isBuilt = false;
  let crash: Outcome | undefined;

  const takeDown = () => down.abort();
  const watch = async (name: string, { givenUp }: KeptPart) => {
    const end = await givenUp;
    if (end === undefined || down.signal.aborted) return; // it was told to
    crash = { kind: "crashed", part: name, ...end };
    takeDown();
  };
  const house: House = {
    signal: down.signal,
    start: async (name, start) => {
      down.signal.throwIfAborted();
      const first = await start(down.signal);
      const mayRestart = () => isBuilt;
      const part = keepRunning(first, { name, start, mayRestart, note, signal: down.signal });
      parts.push(part);
      void watch(name, part);
      return first;
    },
  };

  stop.addEventListener("abort", takeDown);
  if (stop.aborted) takeDown();
  try {
    await build(house);
    isBuilt = true;
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
async function stopInReverse(parts: readonly KeptPart[]): Promise<void> {
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
