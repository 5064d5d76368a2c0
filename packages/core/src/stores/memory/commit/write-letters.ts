import { LETTER_ERRORS_MAX } from "../../../dead-letters/build-letter.ts";
import type { ErrorRecord, NewDeadLetter } from "../../../dead-letters/letter.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { LetterRow } from "../rows.ts";
import { keyOf } from "../table.ts";

/** Where a letter is kept. */
export function letterKey(letter: Pick<LetterRow, "project" | "consumer" | "workKey">): string {
  return keyOf(letter.project, letter.consumer, letter.workKey);
}

/** The same work given up again is one more occurrence of its letter, which opens again. */
export function writeLetter(db: MemoryDatabase, letter: NewDeadLetter): void {
  const key = letterKey(letter);
  const before = db.letters.get(key);
  const errors = errorsOf(db, letter);
  const seen = {
    errors,
    lastSeenAtMs: db.nowMs(),
    resolvedAtMs: undefined,
    resolution: undefined,
  };
  if (before === undefined) {
    db.letters.put(key, { ...letter, ...seen, capturedAtMs: db.nowMs(), occurrences: 1 });
  } else {
    db.letters.put(key, {
      ...before,
      ...seenAgain(letter),
      ...seen,
      occurrences: before.occurrences + 1,
    });
  }
}

/** What a further occurrence changes; the envelope and its seal stay those of the first. */
function seenAgain(letter: NewDeadLetter): Partial<LetterRow> {
  const { reason, chartId, machineVersion, structureHash, revision, states } = letter;
  const { attempts, fingerprint, causeTitle, snapshot } = letter;
  return {
    reason,
    chartId,
    machineVersion,
    structureHash,
    revision,
    states,
    attempts,
    fingerprint,
    causeTitle,
    snapshot,
  };
}

/** A letter of a chart state carries the errors of every service call of the instance that failed, oldest first. */
function errorsOf(db: MemoryDatabase, letter: NewDeadLetter): readonly ErrorRecord[] {
  if (letter.source !== "state") return letter.errors;
  const failed = db.effects
    .rows()
    .filter(
      (effect) =>
        effect.machineId === letter.machineId &&
        effect.subject === letter.subject &&
        effect.status === "failed",
    )
    .sort((first, second) => first.id - second.id);
  return failed.length === 0
    ? letter.errors
    : failed.flatMap((effect) => effect.errors).slice(-LETTER_ERRORS_MAX);
}

/** Close a letter whose replay came through, or that somebody dealt with. */
export function resolveLetter(
  db: MemoryDatabase,
  resolved: { readonly letterId: string; readonly resolution: string },
): void {
  resolveOpen(db, resolved.resolution, ({ id }) => id === resolved.letterId);
}

/** Close the letter of a service call that was tried again and answered, or ended by an operator. */
export function resolveLettersOfEffect(
  db: MemoryDatabase,
  project: string,
  { effectId, resolution }: { readonly effectId: string; readonly resolution: string },
): void {
  const workKey = `effect:${effectId}`;
  resolveOpen(db, resolution, (row) => row.workKey === workKey && row.project === project);
}

function resolveOpen(
  db: MemoryDatabase,
  resolution: string,
  isMeant: (row: LetterRow) => boolean,
): void {
  for (const row of db.letters.rows()) {
    if (row.resolvedAtMs !== undefined || !isMeant(row)) continue;
    db.letters.put(letterKey(row), {
      ...row,
      resolvedAtMs: db.nowMs(),
      resolution,
    });
  }
}
