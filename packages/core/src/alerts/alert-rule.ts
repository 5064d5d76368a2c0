/**
 * What can be watched, each of one thing at a time:
 *
 * - `new-letter`: letters of a consumer that are open and came, or came back, within the last five minutes
 * - `stuck-compensation`: instances of a machine that are undoing and that no call and no timer will move
 * - `overdue`: instances of a machine that are older than the timeouts of their chart add up to, or past a timer
 * - `oldest-waiting`: age in seconds of the oldest delivery of a project that could be handled and is not
 * - `no-worker`: projects without a worker that is alive (1 or 0)
 * - `compensation-ratio`: which share of a machine's instances that ended within the last hour was compensated (0 to 1), once
 *   {@link RATIO_ENDED_MIN} ended
 */
export const ALERT_SIGNALS = [
  "new-letter",
  "stuck-compensation",
  "overdue",
  "oldest-waiting",
  "no-worker",
  "compensation-ratio",
] as const;

export type AlertSignal = (typeof ALERT_SIGNALS)[number];

/** A ratio of fewer says nothing. */
export const RATIO_ENDED_MIN = 10;

/** Hours in which nobody is told; what is raised meanwhile is told at their end, if it still holds. */
export interface QuietHours {
  /** `22:00`, in the zone. */
  readonly from: string;
  /** `07:00`; before `from`, it is the next day's. */
  readonly to: string;
  /** A time zone of the IANA database: `Europe/Berlin`. */
  readonly zone: string;
}

/** What is watched, and who is told. */
export interface AlertRule {
  readonly id: string;
  readonly name: string;
  readonly signal: AlertSignal;
  /** From this value on. */
  readonly threshold: number;
  /** Only this machine, consumer or project. */
  readonly machineId: string | undefined;
  /** Ids of channels. */
  readonly channels: readonly string[];
  readonly quiet: QuietHours | undefined;
  readonly enabled: boolean;
}

/** One signal of one machine, consumer or project, as it is now; what is not read is zero. */
export interface AlertReading {
  readonly signal: AlertSignal;
  readonly subject: string;
  readonly value: number;
}

/** An alert that has not recovered. */
export interface OpenAlert {
  readonly id: string;
  readonly ruleId: string;
  readonly subject: string;
  readonly value: number;
  /** How long the rule has been kept again, in ms; undefined: it is broken. */
  readonly silentMs: number | undefined;
}
