import type { InstanceKey } from "../engine/engine-store.ts";
import type { InstanceRecord } from "../engine/records.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { laneKey } from "./work.ts";

const INSTANCES_MAX = 2_000;

/** What is known about an instance; `none`: there was none. */
export type KnownInstance = InstanceRecord | "none";

/**
 * Instances as this worker last saw or wrote them, so that the next step of a lane needs no read. What is in it may be stale: a
 * commit compares revisions, and whatever is decided without one is decided again on what the store holds.
 */
export interface InstanceCache {
  find(key: InstanceKey): KnownInstance | undefined;
  /** What a read brought, unless something is known already: that may be newer. */
  learn(key: InstanceKey, instance: KnownInstance): void;
  /** Keep what commits wrote; an instance that ended is not kept. */
  keep(commits: readonly StepCommit[]): void;
  drop(key: InstanceKey): void;
  clear(): void;
}

export function createInstanceCache(max = INSTANCES_MAX): InstanceCache {
  const instances = new Map<string, KnownInstance>();

  /** The map's order is that of use: the first one was not used for longest. */
  const put = (key: string, instance: KnownInstance): void => {
    instances.delete(key);
    instances.set(key, instance);
    if (instances.size <= max) return;
    const [oldest] = instances.keys();
    if (oldest !== undefined) instances.delete(oldest);
  };

  return {
    find(key) {
      const name = laneKey(key);
      const found = instances.get(name);
      if (found !== undefined) put(name, found);
      return found;
    },
    learn(key, instance) {
      const name = laneKey(key);
      if (!instances.has(name)) put(name, instance);
    },
    keep(commits) {
      for (const { machineId, subject, instance } of commits) {
        if (instance === undefined) continue;
        const name = laneKey({ machineId, subject });
        if (instance.status === "active") put(name, toRecord(machineId, subject, instance));
        else instances.delete(name);
      }
    },
    drop: (key) => void instances.delete(laneKey(key)),
    clear: () => instances.clear(),
  };
}

function toRecord(
  machineId: string,
  subject: string,
  { expectedRevision: _expected, ...written }: NonNullable<StepCommit["instance"]>,
): InstanceRecord {
  return { machineId, subject, ...written };
}
