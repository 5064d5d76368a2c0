import type { LetterCapture } from "../dead-letters/capture.ts";
import type { Clock } from "../kernel/clock.ts";
import type { DataCheckOf, DeclaredCheckOf } from "../projects/data-schemas.ts";
import type { MachineCatalog } from "./machine-runtime.ts";

/** What planning needs besides the work itself; nothing in it writes. */
export interface PlanEnvironment {
  readonly project: string;
  readonly machines: MachineCatalog;
  readonly capture: LetterCapture;
  readonly clock: Clock;
  readonly newId: () => string;
  /** What routes hold data to. */
  readonly dataCheck: DataCheckOf;
  /** For data that a person changed. */
  readonly declaredCheck: DeclaredCheckOf;
  /** Chains of envelopes longer than this are given up. */
  readonly causationDepthMax: number;
  /** Tries of an envelope by a relay before it is given up. */
  readonly relayAttemptsMax: (relay: string) => number;
  /** Wait before the next try, given how often it was tried. */
  readonly retryDelayMs: (attempts: number) => number;
}
