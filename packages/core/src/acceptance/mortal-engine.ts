import type { EngineStores } from "../engine/engine-stores.ts";
import type { Project } from "../projects/define-project.ts";
import {
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
} from "../testing/memory-engine.ts";

/** Where an engine dies: at its n-th call of a store from now on, before it is carried out or after. */
export interface Death {
  readonly atCall: number;
  readonly isCarriedOut: boolean;
}

/** An engine that can die as a process does: nothing is stopped, nothing is given back, no promise of it ever settles. */
export interface MortalEngine {
  readonly engine: MemoryEngine;
  /** Let it work; settles when the work is done or the engine is dead. @returns whether it is alive */
  live(work: (engine: MemoryEngine) => Promise<unknown>): Promise<boolean>;
  dieAt(death: Death): void;
}

type StoreCall = (...args: never[]) => Promise<unknown>;

const WRAPPED = ["lanes", "effects", "commands", "workers"] as const;

export function createMortalEngine(project: Project, options: MemoryEngineOptions): MortalEngine {
  let calls = 0;
  let death: Death | undefined;
  let die: () => void = () => undefined;
  const died = new Promise<false>((resolve) => {
    die = () => resolve(false);
  });
  let isDead = false;

  const end = (): Promise<never> => {
    isDead = true;
    die();
    return new Promise(() => undefined);
  };

  const mortal =
    (call: StoreCall): StoreCall =>
    async (...args) => {
      if (isDead) return end();
      calls += 1;
      const isLast = death !== undefined && calls >= death.atCall;
      if (isLast && death?.isCarriedOut === false) return end();
      const answer = await call(...args);
      return isLast || isDead ? end() : answer;
    };

  const engine = createMemoryEngine(project, {
    ...options,
    wrapStores: (stores) => {
      const wrapped = WRAPPED.map((name) => [name, everyCall(stores[name], mortal)]);
      return { ...stores, ...Object.fromEntries(wrapped) } as EngineStores;
    },
  });

  return {
    engine,
    live: (work) => Promise.race([work(engine).then(() => !isDead), died]),
    dieAt({ atCall, isCarriedOut }) {
      death = { atCall: calls + atCall, isCarriedOut };
    },
  };
}

function everyCall(store: object, wrap: (call: StoreCall) => StoreCall): object {
  const calls = Object.entries(store).map(([name, call]) => [name, wrap(call as StoreCall)]);
  return Object.fromEntries(calls);
}
