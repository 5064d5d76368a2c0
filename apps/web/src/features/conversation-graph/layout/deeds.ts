/** What was done with one envelope; times in milliseconds since 1970. */
export interface Deeds {
  readonly seq: string;
  /** The step that published it: its number, the chart's event, and whether an event, a call's result or a timer set it off. */
  readonly publishedBy: {
    readonly revision: number;
    readonly event: string;
    readonly kind: string;
  } | null;
  readonly taken: readonly { readonly machineId: string; readonly atMs: number }[];
  readonly calls: readonly {
    readonly src: string;
    readonly status: string;
    readonly attempts: number;
    readonly createdAtMs: number;
    readonly startedAtMs: number | null;
    readonly finishedAtMs: number | null;
    readonly failedAtMs: readonly number[];
  }[];
  readonly timers: readonly {
    readonly label: string;
    readonly scheduledAtMs: number;
    readonly dueAtMs: number;
  }[];
}
