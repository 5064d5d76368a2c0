import type { OutboxStats, OutboxStorage, Receipt } from "../../../../outbox/outbox-storage.ts";
import type { TransactionalSql } from "../../sql.ts";
import { createClaims } from "./claim-messages.ts";
import { purgeStatement, statsStatement } from "./look-after-messages.ts";
import type { OutboxTable } from "./outbox-table.ts";
import { deadLetterStatement, settlementsOf } from "./settle-messages.ts";

/** Messages deleted in one statement: a small bite, so that no lock is held for long. */
const PURGED_AT_ONCE = 5_000;

/**
 * Messages in a table of Postgres, of any name. The table has to be there: see `outboxTableSql`.
 *
 * @param sql - `fromPgPool(pool)`, or `fromPrismaClient(prisma)`. The pool stays the caller's
 */
export function postgresOutbox(sql: TransactionalSql, table: OutboxTable): OutboxStorage {
  const settlements = settlementsOf(table);
  const deadLetter = deadLetterStatement(table);
  const stats = statsStatement(table);
  const purge = purgeStatement(table);
  const settle = async (
    operation: string,
    text: string,
    receipts: readonly Receipt[],
    ...values: readonly unknown[]
  ): Promise<number> => {
    if (receipts.length === 0) return 0;
    const rows = await sql.query(operation, text, [...columnsOf(receipts), ...values]);
    return rows.length;
  };

  return {
    claim: createClaims(sql, table),
    async renew(receipts, leaseMs) {
      if (receipts.length === 0) return [];
      const values = [...columnsOf(receipts), leaseMs];
      const rows = await sql.query<{ readonly id: string }>(
        "renew leases",
        settlements.renew,
        values,
      );
      const held = new Set(rows.map(({ id }) => id));
      return receipts.filter(({ id }) => held.has(id));
    },
    complete: (receipts) => settle("complete messages", settlements.complete, receipts),
    handBack: (receipts, delayMs) =>
      settle("hand messages back", settlements.handBack, receipts, delayMs),
    retry: (failures) =>
      settle(
        "put messages off",
        settlements.retry,
        failures.map(({ receipt }) => receipt),
        failures.map(({ delayMs }) => delayMs),
        failures.map(({ error }) => storable(error)),
        failures.map(({ counts }) => counts),
      ),
    deadLetter: (letters) =>
      settle(
        "give messages up",
        deadLetter,
        letters.map(({ receipt }) => receipt),
        letters.map(({ reason }) => reason),
        letters.map(({ error }) => storable(error)),
        letters.map(({ counts }) => counts),
        letters.map(({ isResolved }) => isResolved),
      ),
    async stats(topics): Promise<OutboxStats> {
      const [row] = await sql.query<StatsRow>("read outbox stats", stats, [topics ?? null]);
      return {
        pending: row?.pending ?? 0,
        oldestPendingAgeMs: row?.age_ms ?? undefined,
        dead: row?.dead ?? 0,
      };
    },
    async purge(olderThanMs) {
      let gone = 0;
      for (let after = table.lowestId; ; ) {
        const values = [olderThanMs, PURGED_AT_ONCE, after];
        const [bite] = await sql.query<PurgedRow>("purge messages", purge, values);
        gone += bite?.gone ?? 0;
        if (bite === undefined || bite.last === null) return gone;
        after = bite.last;
      }
    },
  };
}

interface PurgedRow {
  readonly gone: number;
  /** The last of their ids; null if there was none. */
  readonly last: string | null;
}

interface StatsRow {
  readonly pending: number;
  readonly age_ms: number | null;
  readonly dead: number;
}

/** $1 to $3 of a settlement. */
function columnsOf(receipts: readonly Receipt[]): readonly unknown[] {
  const ids = receipts.map(({ id }) => id);
  return [ids, ids, receipts.map(({ token }) => token)];
}

/** Text of Postgres holds no NUL. */
function storable(text: string): string {
  return text.replaceAll("\0", "�");
}
