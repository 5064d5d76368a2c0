/** What a letter's replay came to, in a rehearsal and for real. */
export const REPLAY_OUTCOMES = {
  processed: { dry: "would be processed", real: "processed" },
  retrying: { dry: "would call a service again", real: "service called" },
  duplicate: { dry: "would change nothing", real: "changed nothing" },
  ignored: { dry: "would be ignored", real: "ignored" },
  dead_lettered: { dry: "would fail again", real: "failed again" },
  refused: { dry: "would be refused", real: "refused" },
} as const satisfies Readonly<Record<string, { readonly dry: string; readonly real: string }>>;

/** How many letters of a job have ended one way or another. */
export function endedOf(job: {
  readonly letters: number;
  readonly open: number;
  readonly waiting: number;
}): number {
  return job.letters - job.open - job.waiting;
}
