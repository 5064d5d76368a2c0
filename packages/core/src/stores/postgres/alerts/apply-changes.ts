import type { AlertMessage } from "../../../alerts/alert-channel.ts";
import type { AlertChange } from "../../../alerts/plan-alerts.ts";
import { quietForMs } from "../../../alerts/quiet-hours.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Sql } from "../sql.ts";

/** Whoever evaluates at the same time finds it there. */
const RAISE = `
  INSERT INTO sagascope.alert (id, rule_id, rule_name, signal, subject, value, summary)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (rule_id, subject) WHERE recovered_at IS NULL DO NOTHING
  RETURNING raised_at AS "raisedAt"`;

const UPDATE = `
  UPDATE sagascope.alert SET value = $2, summary = $3, silent_since = NULL WHERE id = $1 AND recovered_at IS NULL`;
const SILENCE =
  "UPDATE sagascope.alert SET silent_since = clock_timestamp() WHERE id = $1 AND recovered_at IS NULL";

const RECOVER = `
  UPDATE sagascope.alert SET recovered_at = clock_timestamp() WHERE id = $1 AND recovered_at IS NULL
  RETURNING rule_name AS "rule", signal, subject, value, summary, raised_at AS "raisedAt", recovered_at AS "recoveredAt"`;

const TELL = `
  INSERT INTO sagascope.alert_notice (channel_id, channel_name, alert_id, kind, message, due_at)
  SELECT c.id, c.name, $1, $2, $3::json, clock_timestamp() + $5::float8 * interval '1 ms'
  FROM sagascope.alert_channel c WHERE c.id = ANY ($4::text[]) ORDER BY c.name`;

/** Nobody was told yet that it was raised, so nobody has to be told that it is over. */
const FORGO = `
  UPDATE sagascope.alert_notice SET ended_at = clock_timestamp(), outcome = 'needless'
  WHERE alert_id = $1 AND kind = 'raised' AND ended_at IS NULL AND attempts = 0
  RETURNING channel_id AS id`;

const TOLD =
  "SELECT channel_id AS id FROM sagascope.alert_notice WHERE alert_id = $1 AND kind = 'raised'";

type Recovered = Required<
  Pick<AlertMessage, "rule" | "signal" | "subject" | "value" | "summary">
> & {
  readonly raisedAt: Date;
  readonly recoveredAt: Date;
};

/** Write one change, and what has to be told of it, in the caller's transaction. */
export async function applyChange(sql: Sql, change: AlertChange, now: Date): Promise<void> {
  switch (change.kind) {
    case "raise":
      return raise(sql, change, now);
    case "update":
      await sql.query("update alert", UPDATE, [change.id, change.value, change.summary]);
      return;
    case "silence":
      await sql.query("silence alert", SILENCE, [change.id]);
      return;
    case "recover":
      return recover(sql, change, now);
  }
}

async function raise(
  sql: Sql,
  { rule, subject, value, summary }: Extract<AlertChange, { readonly kind: "raise" }>,
  now: Date,
): Promise<void> {
  const id = newId();
  const { signal } = rule;
  const [raised] = await sql.query<{ raisedAt: Date }>("raise alert", RAISE, [
    ...[id, rule.id, rule.name, signal, subject, value, summary],
  ]);
  if (raised === undefined) return;
  const facts = { alertId: id, rule: rule.name, signal, subject, value, summary };
  const message: AlertMessage = {
    kind: "raised",
    ...facts,
    raisedAt: raised.raisedAt.toISOString(),
  };
  await tell(sql, message, rule.channels, quietForMs(rule.quiet, now));
}

async function recover(
  sql: Sql,
  { id, rule }: Extract<AlertChange, { readonly kind: "recover" }>,
  now: Date,
): Promise<void> {
  const [alert] = await sql.query<Recovered>("recover alert", RECOVER, [id]);
  if (alert === undefined) return;
  const needless = await sql.query<{ id: string }>("forgo notices", FORGO, [id]);
  const asked = await sql.query<{ id: string }>("read notices", TOLD, [id]);
  const told = asked.filter((channel) => !needless.some((each) => each.id === channel.id));
  const { raisedAt, recoveredAt, ...facts } = alert;
  const message: AlertMessage = {
    kind: "recovered",
    alertId: id,
    ...facts,
    raisedAt: raisedAt.toISOString(),
    recoveredAt: recoveredAt.toISOString(),
  };
  await tell(
    sql,
    message,
    told.map((channel) => channel.id),
    quietForMs(rule?.quiet, now),
  );
}

async function tell(
  sql: Sql,
  message: AlertMessage,
  channels: readonly string[],
  delayMs: number,
): Promise<void> {
  if (channels.length === 0) return;
  const { alertId, kind } = message;
  await sql.query("tell channels", TELL, [
    alertId,
    kind,
    JSON.stringify(message),
    channels,
    delayMs,
  ]);
}
