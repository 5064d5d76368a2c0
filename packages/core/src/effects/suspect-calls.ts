import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { Timers } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import { whenAvailable } from "./when-available.ts";

/**
 * Deaths from which on a call is tried by itself. One says little: a machine that goes away takes every call with it that it ran,
 * and to run hundreds of them one after the other would cost more than to let a killer kill once more.
 */
const SUSPECT_DEATHS = 2;
/**
 * How long a suspect has the worker to itself, doubled with every further death: what kills does so soon after it began, as a
 * rule, and a slow call is not to keep everything else waiting until it ends.
 */
const ALONE_MS = 5_000;
/** How long a suspect waits for others to end before they go on as long; doubled each time, so that its turn comes. */
const QUIET_WAIT_MS = 5_000;
const NOBODY_STOPS = new AbortController().signal;

/** Whether a call may be what its workers died of. */
export function isSuspectCall({ deaths }: Pick<EffectRecord, "deaths">): boolean {
  return deaths >= SUSPECT_DEATHS;
}

/** Calls that may have ended their workers, each tried while nothing else is done, so that a death counts against nothing else. */
export interface SuspectCalls {
  add(effects: readonly EffectRecord[]): void;
  /** Forget what waits and is meant. */
  remove(isMeant: (effect: EffectRecord) => boolean): readonly EffectRecord[];
  heldIds(): readonly string[];
  /** One is tried, or about to be: nothing else may begin. */
  isAlone(): boolean;
  /** Tries the next one, if one waits and may be tried now; settles when others may begin again. */
  next(): (() => Promise<void>) | undefined;
}

export interface SuspectCallsDependencies {
  readonly store: Pick<EffectStore, "markAlone">;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly timeoutMsOf: (effect: EffectRecord) => number;
  /** Settles when every call has ended that runs now. */
  readonly othersEnd: () => Promise<unknown>;
  readonly isQuiet: () => boolean;
  /** Make the call; settles when it has ended. */
  readonly launch: (effect: EffectRecord) => Promise<void>;
  /** Others may begin, or a suspect may be tried. */
  readonly onChange: () => void;
}

export function createSuspectCalls(deps: SuspectCallsDependencies): SuspectCalls {
  const { store, timers, logger } = deps;
  const waiting = new Map<string, EffectRecord>();
  let isAlone = false;
  let isPutOff = false;
  let waitMs = QUIET_WAIT_MS;

  const settlesWithin = async (ms: number, task: Promise<unknown>): Promise<void> => {
    let cancel = () => {};
    const reached = new Promise<void>((resolve) => {
      cancel = timers.after(ms, resolve);
    });
    await Promise.race([task, reached]);
    cancel();
  };

  const putOff = (): void => {
    isPutOff = true;
    timers.after(waitMs, () => {
      isPutOff = false;
      deps.onChange();
    });
    waitMs *= 2;
  };

  const runAlone = async (effect: EffectRecord): Promise<void> => {
    try {
      const isHeld = await store.markAlone(effect.id, true);
      // Its state may have been left meanwhile, or the worker may be about to stop.
      if (!waiting.delete(effect.id) || !isHeld) return;
      const { src, machineId, subject, deaths, attempts } = effect;
      const facts = { service: src, machineId, subject, deaths, attempts };
      logger.warn("a call is tried by itself, since workers died with it", facts);
      await settlesWithin(aloneMs(effect, deps.timeoutMsOf(effect)), deps.launch(effect));
    } finally {
      // Not before the store knows may anything else begin: it would be on this call's account.
      await whenAvailable(NOBODY_STOPS, async () => void (await store.markAlone(effect.id, false)));
    }
  };

  const tryAlone = async (effect: EffectRecord): Promise<void> => {
    isAlone = true;
    try {
      await settlesWithin(waitMs, deps.othersEnd());
      if (!deps.isQuiet()) return putOff();
      waitMs = QUIET_WAIT_MS;
      await runAlone(effect);
    } catch (error) {
      logger.warn("a call could not be tried by itself", { effectId: effect.id, error });
      putOff();
    } finally {
      isAlone = false;
      deps.onChange();
    }
  };

  return {
    add(effects) {
      for (const effect of effects) waiting.set(effect.id, effect);
      if (effects.length > 0) deps.onChange();
    },
    remove(isMeant) {
      const removed = [...waiting.values()].filter(isMeant);
      for (const { id } of removed) waiting.delete(id);
      return removed;
    },
    heldIds: () => [...waiting.keys()],
    isAlone: () => isAlone,
    next() {
      const [effect] = isAlone || isPutOff ? [] : waiting.values();
      return effect === undefined ? undefined : () => tryAlone(effect);
    },
  };
}

/** A call ends at its time limit in any case. */
function aloneMs({ deaths }: EffectRecord, timeoutMs: number): number {
  return Math.min(timeoutMs, ALONE_MS * 2 ** (deaths - SUSPECT_DEATHS));
}
