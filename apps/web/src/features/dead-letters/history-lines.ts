import type { RouterOutputs } from "@/trpc/react.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import { reasonWords } from "./letter-words.ts";

type History = RouterOutputs["deadLetters"]["history"];
type Command = History["commands"][number];

/** One thing that happened to a letter. */
export interface HistoryLine {
  readonly id: string;
  readonly at: Date;
  readonly glyph: GlyphName;
  readonly isBad: boolean;
  /** Who did it; nobody for what the engine did. */
  readonly actor: string | undefined;
  readonly text: string;
  readonly reason: string | undefined;
}

/** A letter's history, the oldest first: captures, requests, and what only the audit knows. */
export function historyLines(
  history: History,
  letter: { readonly source: string; readonly sealKeyId: string | null },
): HistoryLine[] {
  const known = new Set(history.commands.map(({ id }) => id));
  const lines = [
    ...history.occurrences.map((occurrence) => captureLine(occurrence, originalWords(letter))),
    ...foldDryRuns(history.commands).map(commandLine),
    ...history.audit
      .filter(({ commandId }) => commandId === null || !known.has(commandId))
      .map((row) => ({
        id: `audit ${row.seq}`,
        at: row.at,
        glyph: "audit" as const,
        isBad: false,
        actor: row.actor,
        text: `${row.action}: ${row.outcome}`,
        reason: row.reason ?? undefined,
      })),
  ];
  return lines.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function originalWords(letter: {
  readonly source: string;
  readonly sealKeyId: string | null;
}): string {
  if (letter.source === "state") return "";
  return letter.sealKeyId
    ? ` The original is sealed with key ${letter.sealKeyId}.`
    : " The original was not kept.";
}

function captureLine(
  { number, at, attempts, reason }: History["occurrences"][number],
  original: string,
): HistoryLine {
  const tried = attempts === 0 ? "without an attempt" : `after attempt ${attempts}`;
  return {
    id: `occurrence ${number}`,
    at,
    glyph: "st-dead",
    isBad: true,
    actor: undefined,
    text:
      number === 1
        ? `Captured ${tried}: ${reasonWords(reason)}.${original}`
        : `Came back ${tried}: ${reasonWords(reason)}.`,
    reason: undefined,
  };
}

interface Folded extends Command {
  readonly times: number;
}

/** A page asks for a dry run whenever it opens: equal ones of one person that follow each other are one line. */
function foldDryRuns(newestFirst: readonly Command[]): Folded[] {
  const folded: Folded[] = [];
  for (const command of newestFirst) {
    const last = folded.at(-1);
    const isSame =
      last?.dryRun === true &&
      command.dryRun &&
      last.actor === command.actor &&
      last.outcome === command.outcome &&
      last.status === command.status;
    if (isSame) folded[folded.length - 1] = { ...last, times: last.times + 1 };
    else folded.push({ ...command, times: 1 });
  }
  return folded;
}

const GLYPHS: Readonly<Record<string, GlyphName>> = { resolve: "check", replay: "replay" };

function commandLine(command: Folded): HistoryLine {
  const { id, kind, dryRun, actor, reason, requestedAt, finishedAt } = command;
  return {
    id: `command ${id}`,
    at: finishedAt ?? requestedAt,
    glyph: dryRun ? "flask" : (GLYPHS[kind] ?? "audit"),
    isBad: false,
    actor,
    text: `${whatWords(command)}: ${endWords(command)}`,
    reason: reason ?? undefined,
  };
}

function whatWords({ kind, dryRun, force, times }: Folded): string {
  if (dryRun) return times === 1 ? "ran a dry run" : `ran ${times} dry runs`;
  if (kind === "resolve") return "resolved it without a replay";
  return force ? "replayed it, forced" : "replayed it";
}

const DRY_ENDS: Readonly<Record<string, string>> = {
  processed: "would be processed",
  retrying: "would be tried again",
  duplicate: "would change nothing",
  ignored: "would be ignored",
  dead_lettered: "would fail again",
  refused: "would be refused",
};
const REAL_ENDS: Readonly<Record<string, string>> = {
  processed: "processed",
  retrying: "being tried again",
  duplicate: "changed nothing",
  ignored: "ignored",
  dead_lettered: "failed again",
  refused: "refused",
};

function endWords({ kind, status, outcome, dryRun }: Command): string {
  if (status === "waiting") return "waits for a worker";
  if (status === "failed") return "could not be done";
  if (kind === "resolve") return status === "done" ? "done" : status;
  if (status === "running" && outcome === null) return "under way";
  return (dryRun ? DRY_ENDS : REAL_ENDS)[outcome ?? ""] ?? outcome ?? status;
}
