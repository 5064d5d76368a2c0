import type { UpkeepStore } from "../../../engine/engine-stores.ts";
import { foldCounts, forgetOldCounts } from "../counts/fold-counts.ts";
import { type LetterPurge, purgeLetters } from "../dead-letters/purge-letters.ts";
import { NOW } from "../now.ts";
import { forgetOldSamples, recordPipes } from "../pipes/record-pipes.ts";
import type { SqlPool } from "../sql.ts";

const PARTITION_DAYS_AHEAD = 14;
/** A small bite, so that no lock is held for long. */
const RECEIPTS_MAX = 5_000;

const FORGET_RECEIPTS = `
  WITH expired AS (
    SELECT scope, key FROM sagascope.inbox WHERE expires_at <= ${NOW} ORDER BY expires_at LIMIT $1
    FOR UPDATE SKIP LOCKED
  ), forgotten AS (
    DELETE FROM sagascope.inbox i USING expired e WHERE i.scope = e.scope AND i.key = e.key RETURNING 1
  )
  SELECT count(*)::int AS count FROM forgotten`;

/** As a rule nothing changed: then nobody takes a lock. */
const FOLD = `
  SELECT CASE WHEN EXISTS (SELECT 1 FROM sagascope.letter_tally_change) THEN sagascope.fold_letter_tallies($1) ELSE 0 END
    AS folded`;
const FOLDED_MAX = 20_000;

async function purgeByPolicy(sql: SqlPool, purge: Omit<LetterPurge, "dryRun">): Promise<number> {
  const done = await purgeLetters(sql, {
    ...purge,
    dryRun: false,
    reason: "the project's retention",
  });
  return done.letters;
}

/** {@link UpkeepStore} over Postgres. */
export function postgresUpkeepStore(sql: SqlPool, project: string): UpkeepStore {
  return {
    ensurePartitions: async () => {
      await sql.query("ensure partitions", "SELECT sagascope.ensure_partitions($1)", [
        PARTITION_DAYS_AHEAD,
      ]);
    },
    forgetExpiredReceipts: async () => {
      let forgotten = 0;
      for (;;) {
        const [row] = await sql.query<{ count: number }>("forget receipts", FORGET_RECEIPTS, [
          RECEIPTS_MAX,
        ]);
        const count = row?.count ?? 0;
        forgotten += count;
        if (count < RECEIPTS_MAX) return forgotten;
      }
    },
    foldCounts: () => foldCounts(sql),
    forgetOldCounts: async () => (await forgetOldCounts(sql)) + (await forgetOldSamples(sql)),
    recordPipes: () => recordPipes(sql),
    foldTallies: async () => {
      let folded = 0;
      do {
        const [row] = await sql.query<{ folded: number }>("fold tallies", FOLD, [FOLDED_MAX]);
        folded = row?.folded ?? 0;
      } while (folded === FOLDED_MAX);
    },
    rollUpTallies: async () => {
      await sql.query("roll up tallies", "SELECT sagascope.roll_up_letter_tallies()");
    },
    purgeLetters: async ({ resolvedMs, unresolvedMs }) => {
      const purge = (olderThanMs: number, unresolved: boolean) =>
        purgeByPolicy(sql, { olderThanMs, unresolved, project, actor: "sagascope" });
      const resolved = resolvedMs === undefined ? 0 : await purge(resolvedMs, false);
      return resolved + (unresolvedMs === undefined ? 0 : await purge(unresolvedMs, true));
    },
  };
}
