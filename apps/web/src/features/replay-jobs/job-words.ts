import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { REPLAY_OUTCOMES } from "@/lib/replay-outcomes.ts";
import { sentence } from "@/lib/sentence.ts";
import type { RouterInputs, RouterOutputs } from "@/trpc/react.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import type { Share } from "@/ui/meter.tsx";
import type { Tone } from "@/ui/state-table.ts";

/** A bulk replay, a rehearsal of one, or letters being resolved. */
export type Job = RouterOutputs["replayJobs"]["get"];
/** Which letters of a job are listed. */
export type Which = NonNullable<RouterInputs["replayJobs"]["items"]["which"]>;

/** What a job does: `Replay of 209 letters`. */
export function jobTitle({
  kind,
  dryRun,
  letters,
}: Pick<Job, "kind" | "dryRun" | "letters">): string {
  return `${kindWords({ kind, dryRun })} of ${formatPlural(letters, "letter")}`;
}

/** What kind of job it is. */
export function kindWords({ kind, dryRun }: Pick<Job, "kind" | "dryRun">): string {
  if (dryRun) return "Rehearsal";
  return kind === "resolve" ? "Resolution" : "Replay";
}

interface StateLook {
  readonly label: string;
  readonly tone: Tone;
  readonly glyph: GlyphName;
}

/** How a job stands; a canary is a part of running. */
export function stateLook(job: Pick<Job, "state" | "canaryPassed" | "open">): StateLook {
  switch (job.state) {
    case "running":
      return job.canaryPassed
        ? { label: "Running", tone: "blue", glyph: "st-active" }
        : { label: "Canary", tone: "teal", glyph: "st-waiting" };
    case "paused":
      return { label: "Paused", tone: "amber", glyph: "st-stuck" };
    case "cancelled":
      return { label: "Cancelled", tone: "plain", glyph: "x" };
    case "done":
      return { label: "Done", tone: "green", glyph: "st-done" };
  }
}

/** Whether anything can still come of it. */
export function isMoving({ state, open }: Pick<Job, "state" | "open">): boolean {
  return state === "running" || open > 0;
}

/** How the letters are spread, for one bar. */
export function sharesOf(job: Job): readonly Share[] {
  const { succeeded, failed, held, skipped, open, waiting } = job;
  return [
    { label: succeededWords(job), count: succeeded, tone: "green" },
    { label: failedWords(job), count: failed, tone: "red" },
    { label: "held back", count: held, tone: "amber" },
    { label: "passed over", count: skipped, tone: "plain" },
    { label: "under way", count: open, tone: "blue" },
    { label: "waiting", count: waiting, tone: "faint" },
  ];
}

/** What it means here that a letter succeeded. */
export function succeededWords({ kind, dryRun }: Pick<Job, "kind" | "dryRun">): string {
  if (dryRun) return "would come through";
  return kind === "resolve" ? "resolved" : "came through";
}

function failedWords({ dryRun }: Pick<Job, "dryRun">): string {
  return dryRun ? "would not come through" : "failed";
}

/** When a job pauses by itself. */
export function pauseWords({ pauseShare }: Pick<Job, "pauseShare">): string {
  if (pauseShare >= 1) return "never by itself";
  return `when more than ${Math.round(pauseShare * 100)} % fail`;
}

/**
 * Filters of the letters of a job, with how many each finds. The one that is `chosen` is among them also if it finds none, or is
 * only ever chosen by a link.
 */
export function whichOptions(
  job: Job,
  chosen: Which,
): readonly { readonly value: Which; readonly label: string }[] {
  const { letters, succeeded, failed, held, skipped, open, waiting } = job;
  const counted: readonly (readonly [Which, string, number])[] = [
    ["all", "All", letters],
    ["notThrough", "Not through", failed + held + skipped],
    ["succeeded", succeededWords(job), succeeded],
    ["failed", failedWords(job), failed],
    ["held", "Held back", held],
    ["skipped", "Passed over", skipped],
    ["open", "Under way", open],
    ["waiting", "Waiting", waiting],
  ];
  return counted
    .filter(([value, , count]) =>
      value === "notThrough"
        ? value === chosen
        : count > 0 || value === chosen || value === "all" || value === "failed",
    )
    .map(([value, label, count]) => ({
      value,
      label: `${sentence(label)} ${formatCount(count)}`,
    }));
}

const ITEM_STATES: Readonly<Record<string, { readonly label: string; readonly tone: Tone }>> = {
  blocked: { label: "waits for its subject", tone: "plain" },
  ready: { label: "waiting", tone: "plain" },
  open: { label: "under way", tone: "blue" },
  succeeded: { label: "came through", tone: "green" },
  failed: { label: "failed", tone: "red" },
  held: { label: "held back", tone: "amber" },
  skipped: { label: "passed over", tone: "plain" },
};

const OUTCOMES: Readonly<Record<string, { readonly dry: string; readonly real: string }>> = {
  ...REPLAY_OUTCOMES,
  lost: { dry: "not known", real: "not known" },
};

/** How one letter of a job stands. */
export function itemLook(
  { state, outcome }: { readonly state: string; readonly outcome: string | null },
  { kind, dryRun }: Pick<Job, "kind" | "dryRun">,
): { readonly label: string; readonly tone: Tone } {
  const look = ITEM_STATES[state] ?? { label: state, tone: "plain" as const };
  if (outcome === null) return look;
  if (kind === "resolve" && outcome === "processed") return { ...look, label: "resolved" };
  const words = OUTCOMES[outcome];
  return { ...look, label: words ? words[dryRun ? "dry" : "real"] : outcome };
}

/** What its letters were found by, in words. */
export function filterWords(filter: Readonly<Record<string, unknown>>): string {
  const names: Readonly<Record<string, string>> = {
    consumer: "machine",
    reason: "reason",
    cause: "cause",
    eventType: "type",
    subject: "subject with",
    capturedFrom: "captured from",
    capturedBefore: "captured before",
    ids: "chosen by hand:",
  };
  const parts = Object.entries(filter).map(
    ([name, value]) => `${names[name] ?? name} ${String(value)}`,
  );
  return parts.length === 0 ? "every open letter" : parts.join(", ");
}
