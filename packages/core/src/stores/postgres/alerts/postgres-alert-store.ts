import type { AlertMessage } from "../../../alerts/alert-channel.ts";
import type { AlertRule, OpenAlert } from "../../../alerts/alert-rule.ts";
import type { AlertStore, NoticeOutcome } from "../../../alerts/alert-store.ts";
import type { SealKeyRing } from "../../../kernel/seal/seal-key-ring.ts";
import type { SqlPool } from "../sql.ts";
import { applyChange } from "./apply-changes.ts";
import { openChannel } from "./channel-secrets.ts";
import { createSignalReader } from "./read-signals.ts";

const LEAD = `
  UPDATE sagascope.alert_watch
  SET owner = $1, leased_until = clock_timestamp() + $2::float8 * interval '1 ms', evaluated_at = clock_timestamp()
  WHERE owner = $1 OR leased_until IS NULL OR leased_until < clock_timestamp()
  RETURNING owner`;
const RESIGN = "UPDATE sagascope.alert_watch SET leased_until = NULL WHERE owner = $1";
/** Locked for the transaction: a leader that was replaced meanwhile writes nothing. */
const STILL_LEADS = "SELECT owner FROM sagascope.alert_watch WHERE owner = $1 FOR UPDATE";

const LIST_RULES = `
  SELECT id, name, signal, threshold, machine_id AS "machineId", channels, quiet, enabled FROM sagascope.alert_rule`;

const LIST_OPEN = `
  SELECT id, rule_id AS "ruleId", subject, value,
         (extract(epoch FROM clock_timestamp() - silent_since) * 1000)::float8 AS "silentMs"
  FROM sagascope.alert WHERE recovered_at IS NULL`;

/** Tries are counted as they begin: a notice that kills its sender is not sent for ever. */
const CLAIM = `
  UPDATE sagascope.alert_notice n
  SET attempts = n.attempts + 1, due_at = clock_timestamp() + $2::float8 * interval '1 ms'
  FROM (SELECT id FROM sagascope.alert_notice WHERE ended_at IS NULL AND due_at <= clock_timestamp()
        ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
  WHERE n.id = due.id
  RETURNING n.id::text AS id, n.channel_id AS "channelId", n.attempts, n.message`;
const FIND_CHANNELS = `
  SELECT id, settings, sealed FROM sagascope.alert_channel WHERE id = ANY ($1::text[])`;

const END = `
  UPDATE sagascope.alert_notice SET ended_at = clock_timestamp(), outcome = $2, last_error = $3 WHERE id = $1::bigint`;
const AGAIN = `
  UPDATE sagascope.alert_notice SET due_at = clock_timestamp() + $2::float8 * interval '1 ms', last_error = $3
  WHERE id = $1::bigint AND ended_at IS NULL`;

const FORGET = `
  WITH notices AS (
    DELETE FROM sagascope.alert_notice WHERE ended_at < clock_timestamp() - $1::float8 * interval '1 ms'
  ), gone AS (
    DELETE FROM sagascope.alert WHERE recovered_at < clock_timestamp() - $1::float8 * interval '1 ms' RETURNING 1
  )
  SELECT count(*)::int AS count FROM gone`;

interface NoticeRow {
  readonly id: string;
  readonly channelId: string;
  readonly attempts: number;
  readonly message: AlertMessage;
}

interface ChannelRow {
  readonly id: string;
  readonly settings: unknown;
  readonly sealed: Uint8Array;
}

type Nullable<Row, Key extends keyof Row> = Omit<Row, Key> & {
  readonly [Name in Key]: Row[Name] | null;
};

/**
 * {@link AlertStore} over Postgres.
 *
 * @param keys - open the channels' secrets; without them nothing can be told, which each notice says
 */
export function postgresAlertStore(pool: SqlPool, keys: SealKeyRing | undefined): AlertStore {
  const readings = createSignalReader(pool);
  return {
    readings,
    lead: async (owner, leaseMs) => (await pool.query("lead", LEAD, [owner, leaseMs])).length > 0,
    resign: async (owner) => {
      await pool.query("resign", RESIGN, [owner]);
    },
    rules: async () => {
      const rows = await pool.query<Nullable<AlertRule, "machineId" | "quiet">>(
        "rules",
        LIST_RULES,
      );
      return rows.map((row) => ({
        ...row,
        machineId: row.machineId ?? undefined,
        quiet: row.quiet ?? undefined,
      }));
    },
    open: async () => {
      const rows = await pool.query<Nullable<OpenAlert, "silentMs">>("open alerts", LIST_OPEN);
      return rows.map((row) => ({ ...row, silentMs: row.silentMs ?? undefined }));
    },
    apply: (owner, changes, now) =>
      pool.transaction("apply alerts", async (sql) => {
        if ((await sql.query("still leads", STILL_LEADS, [owner])).length === 0) return;
        for (const change of changes) await applyChange(sql, change, now);
      }),
    claimNotices: async (limit, hideMs) => {
      const notices = await pool.query<NoticeRow>("claim notices", CLAIM, [limit, hideMs]);
      if (notices.length === 0) return [];
      const ids = notices.map(({ channelId }) => channelId);
      const channels = await pool.query<ChannelRow>("find channels", FIND_CHANNELS, [ids]);
      return notices.map((notice) => {
        const row = channels.find(({ id }) => id === notice.channelId);
        const { channel, problem } = row === undefined ? {} : openChannel(keys, row);
        return { ...notice, channel, problem };
      });
    },
    settleNotice: (id, outcome) => settle(pool, id, outcome),
    forget: async (keepMs) => {
      const [row] = await pool.query<{ count: number }>("forget alerts", FORGET, [keepMs]);
      return row?.count ?? 0;
    },
  };
}

async function settle(pool: SqlPool, id: string, outcome: NoticeOutcome): Promise<void> {
  if (outcome.kind === "again") {
    await pool.query("put notice off", AGAIN, [id, outcome.delayMs, outcome.error]);
    return;
  }
  const error = outcome.kind === "sent" ? null : outcome.error;
  await pool.query("end notice", END, [id, outcome.kind, error]);
}
