import { type CheckLine, checkLines } from "@/lib/check-lines.ts";
import { eventWords } from "@/lib/event-words.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { sentence } from "@/lib/sentence.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { Verdict } from "@/ui/verdict-banner.tsx";

/** What an action was answered. */
export type ActionAnswer = RouterOutputs["operations"]["command"];
/** The story of an action, dry or real. */
export type ActionReport = NonNullable<ActionAnswer["report"]>;

/** Judge a report. */
export function verdictOf(report: ActionReport): Verdict {
  const { dryRun, outcome } = report;
  const say = (dry: string, real: string) => (dryRun ? dry : real);
  const unchanged = say("Nothing would be changed.", "Nothing was changed.");
  switch (outcome) {
    case "processed":
      return {
        title: say("Would be done", "Done"),
        detail: movementWords(report),
        tone: "green",
        glyph: "st-done",
      };
    case "retrying":
      return {
        title: say("Would call again", "Calling again"),
        detail: `${calls(report)} ${say("would be called; what follows depends on the answer.", "is being called; the outcome appears here.")}`,
        tone: "teal",
        glyph: "call",
      };
    case "ignored":
      return {
        title: say("Would move nothing", "Moved nothing"),
        detail: "The chart has no transition for it in this state.",
        tone: "amber",
        glyph: "alert",
      };
    case "dead_lettered":
      return {
        title: say("Would fail", "Failed"),
        detail: errorWords(report) ?? say("A dead letter would be left.", "A dead letter is left."),
        tone: "red",
        glyph: "st-dead",
      };
    case "cancelled":
      return {
        title: "The call was ended",
        detail: "Its state was left, or an operator ended it, before the service answered.",
        tone: "amber",
        glyph: "alert",
      };
    case "failed":
      return {
        title: say("Would fail", "Failed"),
        detail: errorWords(report) ?? unchanged,
        tone: "red",
        glyph: "st-failed",
      };
    case "refused":
      return {
        title: say("Would be refused", "Refused"),
        detail: sentence(report.refusals.join("; ")) || unchanged,
        tone: "red",
        glyph: "st-unreachable",
      };
  }
}

function movementWords({ before, after }: ActionReport): string {
  if (after === undefined) return "The instance stays as it is.";
  const from = before?.states.join(", ") ?? "nowhere";
  const to = after.states.join(", ");
  if (after.status === "cancelled") return `It ends in ${from}.`;
  const end = after.status === "done" ? ", and is done" : "";
  return from === to ? `It stays in ${to}${end}.` : `From ${from} to ${to}${end}.`;
}

function errorWords({ error }: ActionReport): string | undefined {
  return error && `${error.name}: ${error.message}`;
}

function calls({ effects }: ActionReport): string {
  return effects.map(({ src }) => src).join(", ") || "The service";
}

/** One thing that would happen: `Publishes` and what. */
export interface FactLine {
  readonly name: string;
  readonly value: string;
  /** Names from the system are set in the mono font. */
  readonly mono: boolean;
}

/** What happens besides the move, line by line; nothing is listed that does not happen, but for publications. */
export function factLines(report: ActionReport): readonly FactLine[] {
  const { dryRun, effects, publications, timers, ended, kept, moved, resolves } = report;
  const would = (verb: string, real: string) => (dryRun ? `Would ${verb}` : real);
  const list = (name: string, values: readonly string[], mono = true): FactLine[] =>
    values.length === 0 ? [] : [{ name, value: [...new Set(values)].join(", "), mono }];
  const happens = report.outcome !== "refused" && report.outcome !== "failed";
  const versions = report.versions;
  return [
    ...list("Puts back to", report.fromRevision ? [`step ${report.fromRevision}`] : [], false),
    ...list(
      "Version",
      versions
        ? [versions.from === versions.to ? versions.to : `${versions.from} to ${versions.to}`]
        : [],
    ),
    ...list(
      would("move", "Moved"),
      moved.map(({ from, to }) => `${from} to ${to}`),
    ),
    ...list(
      would("call", "Calls"),
      effects.map(({ src }) => src),
    ),
    ...list(would("end", "Ended"), [
      ...ended.calls.map(({ src }) => src),
      ...ended.timers.map(({ label }) => eventWords(label)),
    ]),
    ...list(would("keep", "Kept"), [
      ...kept.calls.map(({ src }) => src),
      ...kept.timers.map(({ label }) => eventWords(label)),
    ]),
    ...list(
      would("wait", "Waits"),
      timers.map(({ label, delayMs }) => timerWords(label, delayMs)),
      false,
    ),
    ...list(
      would("resolve", "Resolved"),
      resolves.length === 0 ? [] : [formatPlural(resolves.length, "letter")],
      false,
    ),
    ...(happens && publications.length === 0
      ? [{ name: would("publish", "Publishes"), value: "nothing in this step", mono: false }]
      : []),
  ];
}

/** A delay that the chart gives by name says how long it is. */
function timerWords(label: string, delayMs: number): string {
  const words = eventWords(label);
  return /^after\.\d+$/.test(label) ? words : `${words} (${formatDuration(delayMs)})`;
}

const SEVERITY = ["fine", "warning", "refusal"] as const satisfies readonly CheckLine["kind"][];

/** What was looked at, what stands in the way last. */
export function checksOf(
  report: Pick<ActionReport, "checks" | "warnings" | "refusals">,
): readonly CheckLine[] {
  return checkLines(report).toSorted(
    (one, other) => SEVERITY.indexOf(one.kind) - SEVERITY.indexOf(other.kind),
  );
}

/** What keeps the button from being pressed, in a few words; undefined if nothing does. */
export function obstacleOf(state: {
  readonly missing: string | undefined;
  readonly dryRun: ActionAnswer | undefined;
  /** Whether the dry run is of what stands in the form now. */
  readonly isFresh: boolean;
  readonly isRunning: boolean;
  readonly isUnderWay: boolean;
  readonly reason: string;
}): string | undefined {
  const { missing, dryRun, isFresh, isRunning, isUnderWay, reason } = state;
  if (isUnderWay) return "Under way.";
  if (missing !== undefined) return missing;
  if (isRunning) return "Waits for the dry run.";
  if (dryRun?.report === undefined || !isFresh) return "Make a dry run of this first.";
  const { outcome } = dryRun.report;
  if (outcome === "refused" || outcome === "failed") return "The dry run was refused.";
  return reason.trim() === "" ? "Give a reason." : undefined;
}
