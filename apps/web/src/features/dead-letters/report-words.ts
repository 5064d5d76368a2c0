import { sentence } from "@/lib/sentence.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { Verdict } from "@/ui/verdict-banner.tsx";

/** What a command answered. */
export type CommandAnswer = RouterOutputs["deadLetters"]["dryRun"];
/** The story of a replay, dry or real. */
export type Report = NonNullable<CommandAnswer["report"]>;

/** Judge a report. */
export function verdictOf(report: Report): Verdict {
  const { dryRun, outcome } = report;
  const say = (dry: string, real: string) => (dryRun ? dry : real);
  switch (outcome) {
    case "processed":
      return {
        title: say("Would be processed", "Processed"),
        detail: say(
          "On today’s chart and snapshot. Services were not called.",
          "The letter is resolved.",
        ),
        tone: "green",
        glyph: "st-done",
      };
    case "retrying":
      return {
        title: say("Would be tried again", "Being tried again"),
        detail: say(
          `${callWords(report)} would be called. What follows depends on its answer.`,
          `${callWords(report)} is being called. The outcome appears here.`,
        ),
        tone: "teal",
        glyph: "call",
      };
    case "duplicate":
      return {
        title: say("Would change nothing", "Changed nothing"),
        detail: "This envelope was processed before.",
        tone: "plain",
        glyph: "info",
      };
    case "ignored":
      return {
        title: say("Would be ignored", "Ignored"),
        detail: "The chart has no transition for it in this state. The letter stays open.",
        tone: "amber",
        glyph: "alert",
      };
    case "dead_lettered":
      return {
        title: say("Would fail again", "Failed again"),
        detail: report.error
          ? `${report.error.name}: ${report.error.message}`
          : say("The letter would stay open.", "The letter stays open."),
        tone: "red",
        glyph: "st-failed",
      };
    case "cancelled":
      return {
        title: "Cancelled",
        detail:
          "The call was ended before its service answered: its state was left, or an operator ended it.",
        tone: "amber",
        glyph: "alert",
      };
    case "refused":
      return {
        title: say("Would be refused", "Refused"),
        detail: sentence(report.refusals.join("; ")) || "No reason was given.",
        tone: "red",
        glyph: "st-unreachable",
      };
  }
}

function callWords({ effects }: Report): string {
  return effects.map(({ src }) => src).join(", ") || "The service";
}

/** Where the instance goes; undefined if the report does not say. */
export function stateChangeOf(
  report: Report,
):
  | { readonly from: readonly string[]; readonly to: readonly string[]; readonly isDone: boolean }
  | undefined {
  const { before, after } = report;
  if (after === undefined) return undefined;
  return { from: before?.states ?? [], to: after.states, isDone: after.status === "done" };
}

/** The actions of every transition taken, each once, in order. */
export function actionsOf({ transitions }: Pick<Report, "transitions">): string[] {
  return [...new Set(transitions.flatMap(({ actions }) => actions))];
}

/** How many fields of the context change, in words: `1 field changed, 2 added`. */
export function changeWords(changes: Report["contextChanges"]): string {
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  const parts = (["changed", "added", "removed"] as const)
    .map((kind) => ({ kind, count: count(kind) }))
    .filter((part) => part.count > 0);
  if (parts.length === 0) return "nothing changed";
  return parts
    .map(({ kind, count: n }, at) =>
      at === 0 ? `${n} ${n === 1 ? "field" : "fields"} ${kind}` : `${n} ${kind}`,
    )
    .join(", ");
}

/** Whether forcing helps: every refusal comes of a check that force lifts. */
export function isForcible(report: Pick<Report, "outcome" | "checks" | "refusals">): boolean {
  const { outcome, checks, refusals } = report;
  if (outcome !== "refused" || refusals.length === 0) return false;
  return refusals.every((refusal) =>
    checks.some(({ forcible, detail }) => forcible && detail === refusal),
  );
}

/** What follows if a service answers or fails again. */
export interface BranchLine {
  readonly when: string;
  readonly states: readonly string[];
  readonly steps: readonly string[];
}

/** Both ways on, in words; a service without an answer to its failure says what the engine does. */
export function branchLines({
  branches,
  outcome,
}: Pick<Report, "branches" | "outcome">): BranchLine[] {
  if (outcome !== "retrying") return [];
  const lines = branches.map(({ when, states, status, publications, effects, transitions }) => ({
    when: whenWords(when, transitions[0]?.guard),
    states,
    steps: [
      ...publications.map(({ type }) => `publishes ${type}`),
      ...effects.map(({ src }) => `calls ${src}`),
      ...(status === "done" ? ["the instance is done"] : []),
    ],
  }));
  const failureIsHandled = branches.some(({ when }) => when === "fails");
  return failureIsHandled
    ? lines
    : [...lines, { when: "if it fails again", states: [], steps: ["the letter comes back"] }];
}

function whenWords(when: "answers" | "fails", guard: string | undefined): string {
  const words = when === "answers" ? "if it answers" : "if it fails again";
  return guard === undefined ? words : `${words} and ${guard}`;
}
