import type { LetterRetention } from "../../../projects/project.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { letterKey } from "../commit/write-letters.ts";
import type { MemoryDatabase } from "../memory-database.ts";

/** Delete the letters of a project whose time is over. @returns how many */
export function purgeLetters(
  db: MemoryDatabase,
  project: string,
  {
    resolvedMs = Number.POSITIVE_INFINITY,
    unresolvedMs = Number.POSITIVE_INFINITY,
  }: LetterRetention,
): number {
  const nowMs = db.nowMs();
  const over = db.letters.rows().filter((letter) => {
    const { resolvedAtMs, lastSeenAtMs } = letter;
    if (letter.project !== project) return false;
    return resolvedAtMs === undefined
      ? lastSeenAtMs < nowMs - unresolvedMs
      : resolvedAtMs < nowMs - Math.min(resolvedMs, unresolvedMs);
  });
  for (const letter of over) db.letters.remove(letterKey(letter));
  if (over.length > 0) {
    const entry = { actor: "sagascope", action: "purge", target: "dead letters" };
    const reason = "the project's retention";
    appendAudit(db, [{ ...entry, reason, outcome: "purged", detail: { deleted: over.length } }]);
  }
  return over.length;
}
