import type { EffectRecord } from "../engine/records.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";

/** What a dispatcher asks of whoever runs service calls. */
export interface EffectCalls {
  /** Run calls whose lease this worker holds. */
  start(effects: readonly EffectRecord[]): void;
  /** The states of these calls were left: abort what still runs. */
  cancel(machineId: string, subject: string, refs: readonly string[]): void;
  /** An operator ended these calls: abort what still runs. */
  abort(effectIds: readonly string[]): void;
  /** Tries the next call by itself that may have ended its workers; settles when others may begin again. */
  nextSuspect(): (() => Promise<void>) | undefined;
  /** A call ended that its instance no longer waits for: keep what came of it. */
  recordLate(effect: EffectRecord, outcome: EffectOutcome): void;
}
