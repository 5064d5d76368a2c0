import { createHash } from "node:crypto";
import type {
  LetterFilter,
  LetterSelection,
  SelectionPurpose,
} from "../../../engine/replay-jobs.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireFilter } from "../../../operations/jobs/job-request.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { LetterRow, SelectionItem } from "../rows.ts";

/** A letter of a chart state has no envelope: its instance is resumed instead. */
const isReplayable = (source: string) => source !== "state";

/**
 * Freeze the letters that a filter finds, and say what they are: for a replay unless told otherwise.
 *
 * @throws {ReplayRefusedError} if the filter cannot be used
 */
export function freezeSelection(
  db: MemoryDatabase,
  request: {
    readonly project: string;
    readonly filter: LetterFilter;
    readonly purpose?: SelectionPurpose;
  },
): LetterSelection {
  const { project, filter, purpose = "replay" } = request;
  requireFilter(filter);
  const isReplay = purpose === "replay";
  const found = db.letters
    .rows()
    .filter((row) => row.project === project && isFor(purpose, row))
    .filter((row) => isMeant(filter, row))
    .sort((one, other) => one.capturedAtMs - other.capturedAtMs || (one.id < other.id ? -1 : 1));
  const items = itemsOf(found.filter(({ source }) => !isReplay || isReplayable(source)));
  const hash = createHash("sha256").update(items.map(({ letterId }) => letterId).join("\n"));
  const selection = {
    id: newId(),
    project,
    purpose,
    letters: items.length,
    subjects: new Set(items.map(({ subject }) => subject)).size,
    cutOffAt: db.clock.now(),
    hash: hash.digest("hex"),
    leftOut: isReplay ? leftOutOf(found) : {},
  };
  db.transaction(() => db.selections.put(selection.id, { ...selection, items }));
  return selection;
}

/** Nothing is archived here: letters of a process's memory are not kept for later. */
function isFor(purpose: SelectionPurpose, { resolvedAtMs }: LetterRow): boolean {
  if (purpose === "restore") return false;
  return (resolvedAtMs !== undefined) === (purpose === "archive");
}

function itemsOf(letters: readonly LetterRow[]): readonly SelectionItem[] {
  const turns = new Map<string, number>();
  return letters.map(({ id, subject }, index) => {
    const turn = (turns.get(subject) ?? 0) + 1;
    turns.set(subject, turn);
    return { ordinal: index + 1, letterId: id, subject, turn };
  });
}

function leftOutOf(letters: readonly LetterRow[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { source } of letters) {
    if (!isReplayable(source)) counts[source] = (counts[source] ?? 0) + 1;
  }
  return counts;
}

/** Whether a filter finds a letter. */
export function isMeant(filter: LetterFilter, row: LetterRow): boolean {
  const { consumer, reason, cause, eventType, subject, capturedFrom, capturedBefore, ids } = filter;
  return (
    (consumer === undefined || row.consumer === consumer) &&
    (reason === undefined || row.reason === reason) &&
    (cause === undefined || row.fingerprint === cause) &&
    (eventType === undefined || row.eventType === eventType) &&
    (subject === undefined || row.subject.toLowerCase().includes(subject.toLowerCase())) &&
    (capturedFrom === undefined || row.capturedAtMs >= capturedFrom.getTime()) &&
    (capturedBefore === undefined || row.capturedAtMs < capturedBefore.getTime()) &&
    (ids === undefined || ids.includes(row.id))
  );
}
