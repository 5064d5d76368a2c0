import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { endedOf, REPLAY_OUTCOMES } from "@/lib/replay-outcomes.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { Tone } from "@/ui/state-table.ts";
import type { Purpose } from "./bulk-purposes.ts";

/** A frozen selection. */
export type Selection = RouterOutputs["replayJobs"]["selection"];
/** A job over one. */
export type Job = RouterOutputs["replayJobs"]["get"];

/** Above this the count has to be typed: a number that nobody read is no consent. */
export const TYPED_ABOVE = 100;
/** So many letters have to be rehearsed before a replay; all of them where there are fewer. */
export const REHEARSED_MIN = 1_000;
/** Each stands in the audit by itself. */
export const ARCHIVED_MAX = 10_000;

const VERBS = {
  replay: "Replay",
  resolve: "Resolve",
  archive: "Archive",
  restore: "Restore",
  assign: "Assign",
} as const satisfies Record<Purpose, string>;

/** What is about to be done, with its count: `Replay 209 letters for real`. */
export function titleWords({ purpose, letters }: Pick<Selection, "purpose" | "letters">): string {
  if (purpose === "assign") return `Assign the causes of ${formatPlural(letters, "letter")}`;
  const what = `${VERBS[purpose]} ${formatPlural(letters, "letter")}`;
  if (purpose === "replay") return `${what} for real`;
  return purpose === "resolve" ? `${what} without a replay` : what;
}

/** On the button: verb and count once more. */
export function buttonWords({ purpose, letters }: Pick<Selection, "purpose" | "letters">): string {
  return purpose === "assign"
    ? "Assign causes"
    : `${VERBS[purpose]} ${formatPlural(letters, "letter")}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  state: "captured from chart states: resume their instances instead",
};

/** What a rehearsal cannot know of letters of relays and feeds, where some are selected or may be. */
export function handOverWords(selection: {
  readonly kinds?: readonly { readonly source: string }[] | undefined;
}): string | undefined {
  const { kinds } = selection;
  if (kinds && !kinds.some(({ source }) => source === "relay" || source === "feed")) {
    return undefined;
  }
  return "Letters of relays and feeds are handed on by themselves. The other side is asked by the replay only: the dry run cannot know whether it takes them. If a worker dies while it hands one on, or what came of it cannot be written at once, that one may arrive twice, under the same id.";
}

/** What the filter finds and a replay of many leaves alone, a line a source. */
export function leftOutWords(leftOut: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(leftOut).map(
    ([source, count]) => `${formatCount(count)} ${SOURCES[source] ?? `of source ${source}`}`,
  );
}

/** One outcome of a rehearsal. */
export interface OutcomeLine {
  readonly outcome: string;
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
}

const OUTCOMES: Readonly<Record<string, { readonly label: string; readonly tone: Tone }>> = {
  processed: { label: REPLAY_OUTCOMES.processed.dry, tone: "green" },
  retrying: { label: REPLAY_OUTCOMES.retrying.dry, tone: "teal" },
  duplicate: { label: REPLAY_OUTCOMES.duplicate.dry, tone: "faint" },
  ignored: { label: `${REPLAY_OUTCOMES.ignored.dry}, and stay open`, tone: "amber" },
  dead_lettered: { label: REPLAY_OUTCOMES.dead_lettered.dry, tone: "red" },
  refused: { label: `${REPLAY_OUTCOMES.refused.dry}, and stay open`, tone: "red" },
  failed: { label: "could not be tried", tone: "red" },
  lost: { label: "nobody knows: the request was taken away", tone: "amber" },
};

/** What a rehearsal has come to so far, the good news first. */
export function outcomeLines({
  outcomes,
  skipped,
}: Pick<Job, "outcomes" | "skipped">): OutcomeLine[] {
  const order = Object.keys(OUTCOMES);
  const lines = Object.entries(outcomes)
    .map(([outcome, count]) => ({
      outcome,
      count,
      ...(OUTCOMES[outcome] ?? { label: outcome, tone: "plain" as const }),
    }))
    .sort((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return skipped === 0
    ? lines
    : [
        ...lines,
        { outcome: "skipped", label: "dealt with meanwhile", count: skipped, tone: "faint" },
      ];
}

/** Why the button cannot be pressed yet, as a short sentence; undefined if it can. */
export function bulkObstacle(form: {
  readonly selection: Pick<Selection, "purpose" | "letters">;
  readonly reason: string;
  readonly typed: string;
  readonly rehearsal: Pick<Job, "letters" | "open" | "waiting" | "state"> | undefined;
  readonly isPending: boolean;
  readonly numbersFit: boolean;
}): string | undefined {
  const { selection, reason, typed, rehearsal, isPending, numbersFit } = form;
  const { purpose, letters } = selection;
  if (letters === 0) return "There is no such letter.";
  if (isPending) return "Under way.";
  if ((purpose === "archive" || purpose === "restore") && letters > ARCHIVED_MAX) {
    return `At most ${formatCount(ARCHIVED_MAX)} at once: narrow the filter.`;
  }
  if (purpose === "replay") {
    const needed = Math.min(letters, REHEARSED_MIN);
    if (rehearsal === undefined) return "Waits for the dry run.";
    if (endedOf(rehearsal) < needed && rehearsal.state !== "done") {
      return `Waits until ${formatCount(needed)} are rehearsed.`;
    }
    if (!numbersFit) return "A number above does not fit.";
  }
  if (reason.trim() === "") return "Give a reason.";
  if (letters > TYPED_ABOVE && typed.replaceAll(/[,.\s]/g, "") !== String(letters)) {
    return `Type ${letters} to go on.`;
  }
  return undefined;
}

/** The same for whoever prefers a terminal. */
export function commandWords(
  { purpose, id, hash }: Pick<Selection, "purpose" | "id" | "hash">,
  pace: { readonly canary: string; readonly rate: string; readonly pauseAt: string },
): string | undefined {
  if (purpose !== "replay") return undefined;
  const rate = pace.rate === "" ? "" : ` --rate ${pace.rate}`;
  return `sagascope replay-job start ${id} --hash ${hash} --canary ${pace.canary}${rate} --pause-at ${pace.pauseAt} --no-dry-run --yes --reason …`;
}
