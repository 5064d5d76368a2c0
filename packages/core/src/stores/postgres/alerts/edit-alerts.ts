import { type AlertChannel, CHANNEL_KINDS } from "../../../alerts/alert-channel.ts";
import { ALERT_SIGNALS, type AlertRule } from "../../../alerts/alert-rule.ts";
import { checkQuietHours } from "../../../alerts/quiet-hours.ts";
import { InvalidConfigError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { SealKeyRing } from "../../../kernel/seal/seal-key-ring.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { openChannel, sealChannel } from "./channel-secrets.ts";

const SAVE_CHANNEL = `
  INSERT INTO sagascope.alert_channel (id, name, kind, settings, sealed, created_by)
  VALUES ($1, $2, $3, $4::json, $5, $6)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, settings = excluded.settings,
    sealed = excluded.sealed, updated_at = clock_timestamp()`;
const FIND_CHANNEL =
  "SELECT id, name, settings, sealed FROM sagascope.alert_channel WHERE id = $1 FOR UPDATE";
const NAME_TAKEN = (table: string) =>
  `SELECT id FROM sagascope.${table} WHERE name = $1 AND id <> $2`;
const DELETE_CHANNEL = `
  WITH named AS (
    UPDATE sagascope.alert_rule SET channels = array_remove(channels, $1) WHERE $1 = ANY (channels)
  )
  DELETE FROM sagascope.alert_channel WHERE id = $1 RETURNING name`;

const SAVE_RULE = `
  INSERT INTO sagascope.alert_rule (id, name, signal, threshold, machine_id, channels, quiet, enabled, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7::json, $8, $9)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, signal = excluded.signal, threshold = excluded.threshold,
    machine_id = excluded.machine_id, channels = excluded.channels, quiet = excluded.quiet, enabled = excluded.enabled,
    updated_at = clock_timestamp()`;
const DELETE_RULE = "DELETE FROM sagascope.alert_rule WHERE id = $1 RETURNING name";

/** Whoever looks at rules and channels reads them again. */
const HINT = `SELECT pg_notify('sagascope_change', '{"a":1}')`;

const TEST = `
  INSERT INTO sagascope.alert_notice (channel_id, channel_name, kind, message)
  SELECT id, name, 'test', $2::json FROM sagascope.alert_channel WHERE id = $1
  RETURNING id::text AS id`;

/** A channel as somebody fills it in. A secret that is left out stays as it was. */
export interface ChannelDraft {
  /** Undefined: a new one. */
  readonly id: string | undefined;
  readonly name: string;
  readonly channel: Partial<AlertChannel> & Pick<AlertChannel, "kind">;
}

/**
 * Make or change a channel. Audited with its name and kind, never with its secrets.
 *
 * @returns its id
 * @throws {InvalidConfigError} naming the field that cannot be used
 */
export function saveChannel(
  pool: SqlPool,
  keys: SealKeyRing | undefined,
  draft: ChannelDraft,
  actor: string,
): Promise<string> {
  if (keys === undefined) {
    throw new InvalidConfigError("seal keys", "must be set: a channel's secrets are kept sealed");
  }
  return pool.transaction("save channel", async (sql) => {
    const id = draft.id ?? newId();
    const [before] = await sql.query<{
      id: string;
      name: string;
      settings: { readonly kind?: string };
      sealed: Uint8Array;
    }>("find channel", FIND_CHANNEL, [id]);
    if (draft.id !== undefined && before === undefined) {
      throw new InvalidConfigError("channel", "was deleted meanwhile");
    }
    await requireFreeName(sql, "alert_channel", draft.name, id);
    const kept = before === undefined ? undefined : openChannel(keys, before).channel;
    const channel = checkChannel({
      ...(kept?.kind === draft.channel.kind ? secretsOf(kept) : {}),
      ...withoutAbsent(draft.channel),
    } as AlertChannel);
    const { settings, sealed } = sealChannel(keys, id, channel);
    await sql.query("save channel", SAVE_CHANNEL, [
      ...[id, draft.name, channel.kind, settings, sealed, actor],
    ]);
    const outcome = before === undefined ? "created" : "changed";
    await note(sql, actor, "alerts.channel", draft.name, outcome, { kind: channel.kind });
    return id;
  });
}

/** Delete a channel; rules that name it go on without. */
export function deleteChannel(pool: SqlPool, id: string, actor: string): Promise<void> {
  return pool.transaction("delete channel", async (sql) => {
    const [gone] = await sql.query<{ name: string }>("delete channel", DELETE_CHANNEL, [id]);
    if (gone !== undefined) await note(sql, actor, "alerts.channel", gone.name, "deleted", {});
  });
}

/**
 * Have a channel told something by whoever leads. Audited.
 *
 * @returns the id of the notice, by which its outcome is found
 * @throws {InvalidConfigError} if there is no such channel
 */
export function testChannel(pool: SqlPool, id: string, actor: string): Promise<string> {
  return pool.transaction("test channel", async (sql) => {
    const message = {
      kind: "test",
      rule: "test",
      summary: `A test by ${actor}. Nothing is wrong.`,
      raisedAt: new Date().toISOString(),
    };
    const [notice] = await sql.query<{ id: string }>("test channel", TEST, [
      ...[id, JSON.stringify(message)],
    ]);
    if (notice === undefined) throw new InvalidConfigError("channel", "is not there");
    await note(sql, actor, "alerts.test", id, "requested", {});
    return notice.id;
  });
}

/**
 * Make or change a rule. Audited.
 *
 * @param rule - with an empty id for a new one
 * @returns its id
 * @throws {InvalidConfigError} naming the field that cannot be used
 */
export function saveRule(pool: SqlPool, rule: AlertRule, actor: string): Promise<string> {
  if (!(ALERT_SIGNALS as readonly string[]).includes(rule.signal)) {
    throw new InvalidConfigError("signal", `must be one of ${ALERT_SIGNALS.join(", ")}`);
  }
  if (!(rule.threshold > 0 && Number.isFinite(rule.threshold))) {
    throw new InvalidConfigError("threshold", "must be a number above 0");
  }
  if (rule.quiet !== undefined) checkQuietHours(rule.quiet);
  return pool.transaction("save rule", async (sql) => {
    const id = rule.id || newId();
    await requireFreeName(sql, "alert_rule", rule.name, id);
    const { name, signal, threshold, machineId, channels, quiet, enabled } = rule;
    await sql.query("save rule", SAVE_RULE, [
      ...[id, name, signal, threshold, machineId ?? null, channels],
      ...[quiet === undefined ? null : JSON.stringify(quiet), enabled, actor],
    ]);
    await note(sql, actor, "alerts.rule", name, rule.id ? "changed" : "created", {
      ...{ signal, threshold, enabled, channels: channels.length },
    });
    return id;
  });
}

/** Delete a rule; its open alerts recover. */
export function deleteRule(pool: SqlPool, id: string, actor: string): Promise<void> {
  return pool.transaction("delete rule", async (sql) => {
    const [gone] = await sql.query<{ name: string }>("delete rule", DELETE_RULE, [id]);
    if (gone !== undefined) await note(sql, actor, "alerts.rule", gone.name, "deleted", {});
  });
}

async function requireFreeName(sql: Sql, table: string, name: string, id: string): Promise<void> {
  const taken = await sql.query("find name", NAME_TAKEN(table), [name, id]);
  if (taken.length > 0) throw new InvalidConfigError("name", `'${name}' is taken`);
}

async function note(
  sql: Sql,
  actor: string,
  action: string,
  target: string,
  outcome: string,
  detail: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  await appendAudit(sql, [{ actor, action, target, outcome, detail }]);
  await sql.query("hint at change", HINT);
}

function secretsOf(channel: AlertChannel): object {
  if (channel.kind === "webhook") return { secret: channel.secret };
  return channel.kind === "slack"
    ? { url: channel.url }
    : withoutAbsent({ password: channel.password });
}

function withoutAbsent(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""),
  );
}

const SECRET_LENGTH_MIN = 16;

/** @throws {InvalidConfigError} naming the field that cannot be used, never with its value */
function checkChannel(channel: AlertChannel): AlertChannel {
  const missing = (field: string, problem = "is required") =>
    new InvalidConfigError(field, problem);
  if (!CHANNEL_KINDS.includes(channel.kind)) throw missing("kind", "is not known");
  if (channel.kind === "email") {
    if (!channel.host) throw missing("host");
    if (!channel.from) throw missing("from");
    if (!channel.to?.length) throw missing("to");
    return channel;
  }
  if (!channel.url) throw missing("url");
  if (!URL.canParse(channel.url) || !/^https?:$/.test(new URL(channel.url).protocol)) {
    throw missing("url", "must be an http:// or https:// address");
  }
  if (channel.kind === "webhook" && (channel.secret ?? "").length < SECRET_LENGTH_MIN) {
    throw missing("secret", `must have at least ${SECRET_LENGTH_MIN} characters`);
  }
  return channel;
}
