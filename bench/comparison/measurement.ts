import type { Figure } from "../contenders/contender.ts";

/** What is to be measured. */
export interface Task {
  readonly figure: Figure;
  /** Messages, workflows or repetitions. */
  readonly count: number;
  /** Workflows side by side. */
  readonly atOnce: number;
}

/** What one contender made of one task, once. */
export interface Measurement {
  readonly seconds: number;
  /** Processor seconds of the contender's own process. */
  readonly clientCpuSeconds: number;
  /** Processor seconds of the server's processes; absent where they cannot be seen. */
  readonly serverCpuSeconds?: number;
  /** Milliseconds of each single piece of work, where each was timed. */
  readonly timesMs: readonly number[];
  /** Why its marks are not durable. */
  readonly notDurable?: string;
}
