import type { DeliveryRequest } from "../../../engine/engine-store.ts";
import type { DeliveryRecord } from "../../../engine/records.ts";
import type { SqlSession } from "../sql.ts";
import type { StatementValue, TextRow } from "../statement.ts";
import { tokensByShard } from "../tokens-by-shard.ts";
import type { DeliveryFloor, QueueView } from "./delivery-floor.ts";
import { holdDeliveries } from "./hold-deliveries.ts";
import { toInstanceRecord } from "./load-work.ts";

/** Rows of others and of lanes left out that are looked at for nothing before shards are read one by one. */
const PASSED_OVER_MAX = 1_000;

const COLUMNS = `
  d.id, d.shard, d.token, d.kind, d.sink, d.subject, d.topic, d.deliveries, d.attempts, d.errors,
  greatest(0, extract(epoch FROM d.due_at - clock_timestamp()) * 1000)::double precision AS due_in_ms,
  e.envelope::text AS envelope,
  (SELECT r.event FROM sagascope.subscription r
   WHERE r.topic = d.topic AND r.type = e.type AND r.sink = d.sink) AS event`;

/** $3: ids held; $5 and $6: lanes left out. */
const IS_WANTED = `
  w.id NOT IN (SELECT unnest($3::bigint[]))
  AND (w.sink, w.subject) NOT IN (SELECT sink, subject FROM unnest($5::text[], $6::text[]) n (sink, subject))`;

/**
 * Tokens are arrays by shard (null: not held). Compared once with those of the store, so that a row costs no more than a look into
 * an array.
 */
const HELD = `
  held AS MATERIALIZED (
    SELECT array_agg(CASE WHEN f.token = ($2::bigint[])[f.shard + 1] THEN f.token END ORDER BY f.shard) AS tokens
    FROM sagascope.lane_shard f WHERE f.project = $1
  )`;

/** $8: the floor; $7: how many rows to look at. */
const HEAD = `
  ${HELD}, head AS MATERIALIZED (
    SELECT * FROM sagascope.delivery WHERE id >= $8::bigint ORDER BY id LIMIT $7
  ), view AS (
    SELECT count(*)::int AS scanned, min(id) AS lowest FROM head
  )`;

const MINE = `
    SELECT w.*, h.tokens[w.shard + 1] AS token
    FROM held h CROSS JOIN head w
    WHERE w.project = $1 AND h.tokens[w.shard + 1] IS NOT NULL AND ${IS_WANTED}
    ORDER BY w.id LIMIT $4`;

/** See {@link QueueView}; the sequence is looked at after the statement has its view. */
const VIEW = `
  n.scanned, n.lowest, pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmax(pg_current_snapshot()),
  (SELECT last_value FROM sagascope.delivery_id_seq)`;

/**
 * The first rows of all, whoever they are for: one walk along the primary key. Enough as long as the worker's own are among
 * them; `scanned` tells. Read from the start, since a row may commit after one with a higher id; see the port.
 */
const READ_HEAD = `
  WITH ${HEAD}, mine AS (${MINE}
  )
  SELECT ${VIEW}, found.*
  FROM view n
  LEFT JOIN (
    SELECT ${COLUMNS} FROM mine d JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at
  ) found ON true
  ORDER BY found.id`;

/**
 * The same for few, who are claimed with it ($9: the worker, $10: what it handles already) and come with their instances. Nothing
 * is written when nothing is found.
 */
const READ_AND_CLAIM = `
  WITH ${HEAD}, mine AS MATERIALIZED (${MINE}
  ), claimed AS (
    INSERT INTO sagascope.delivery_claim (worker_id, project, delivery_ids, alone)
    SELECT $9, $1, $10::bigint[] || array_agg(id ORDER BY id), false FROM mine HAVING count(*) > 0
    ON CONFLICT (worker_id) DO UPDATE
      SET delivery_ids = excluded.delivery_ids, alone = excluded.alone, claimed_at = clock_timestamp()
  )
  SELECT ${VIEW}, found.*
  FROM view n
  LEFT JOIN (
    SELECT ${COLUMNS}, i.chart_id, i.revision, i.status, i.phase, array_to_json(i.states), i.snapshot, i.correlation_id
    FROM mine d
    JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at
    LEFT JOIN sagascope.instance i ON i.machine_id = d.sink AND i.subject = d.subject
  ) found ON true
  ORDER BY found.id`;

/** From a table of ids to deliveries; as many columns before them as elsewhere. */
const FOUND = `
  SELECT NULL, NULL, NULL, NULL, NULL, ${COLUMNS}
  FROM first f
  CROSS JOIN LATERAL (SELECT w.*, f.token FROM sagascope.delivery w WHERE w.id = f.id) d
  JOIN sagascope.event e ON e.seq = d.event_seq AND e.recorded_at = d.event_at
  ORDER BY d.id`;

/**
 * Each shard's index from its start, past what is held: the cost does not grow with what others have waiting.
 */
const READ_SHARDS = `
  WITH ${HELD}, first AS (
    SELECT w.id, s.token
    FROM held h
    CROSS JOIN LATERAL unnest(h.tokens) WITH ORDINALITY AS s (token, place)
    CROSS JOIN LATERAL (
      SELECT w.id FROM sagascope.delivery w
      WHERE w.project = $1 AND w.shard = s.place - 1 AND w.id >= $7::bigint AND ${IS_WANTED}
      ORDER BY w.id LIMIT $4
    ) w
    WHERE s.token IS NOT NULL
    ORDER BY w.id LIMIT $4
  ) ${FOUND}`;

/** Only some lanes ($5 and $6), each from its start in its shard's index. */
const READ_LANES = `
  WITH ${HELD}, first AS (
    SELECT w.id, w.token
    FROM held h
    CROSS JOIN unnest($5::text[], $6::text[]) AS n (sink, subject)
    CROSS JOIN LATERAL (
      SELECT w.id, h.tokens[w.shard + 1] AS token FROM sagascope.delivery w
      WHERE w.project = $1 AND w.shard = sagascope.shard_of(n.subject) AND w.id >= $7::bigint
        AND w.sink = n.sink AND w.subject = n.subject AND w.id NOT IN (SELECT unnest($3::bigint[]))
      ORDER BY w.id LIMIT $4
    ) w
    WHERE w.token IS NOT NULL
    ORDER BY w.id LIMIT $4
  ) ${FOUND}`;

/** The worker that reads, and where. */
export interface Reader {
  readonly sql: SqlSession;
  /** For reads that claim, which need not wait for the disk. */
  readonly relaxed: SqlSession;
  readonly floor: DeliveryFloor;
  readonly project: string;
  readonly workerId: string;
}

/** Deliveries of the shards held, in id order, with the envelopes as they were sent; of a shard that was lost, none. */
export async function readDeliveries(
  reader: Reader,
  request: DeliveryRequest,
): Promise<readonly DeliveryRecord[]> {
  if (request.lanes?.kind === "only") return readBeyond(reader, request, READ_LANES);
  const { limit, exceptIds, claimWith } = request;
  const scannedMax = limit + exceptIds.length + PASSED_OVER_MAX;
  const values = [...valuesOf(reader, request), scannedMax, reader.floor.id];
  const rows = await (claimWith === undefined
    ? send(reader.sql, READ_HEAD, values)
    : send(reader.relaxed, READ_AND_CLAIM, [...values, reader.workerId, claimWith]));
  reader.floor.learn(viewOf(rows[0]));
  const found = rows.filter((row) => row[ID_AT] !== null);
  const isWhole = found.length >= limit || Number(rows[0]?.[0]) < scannedMax;
  if (!isWhole) return readBeyond(reader, request, READ_SHARDS);
  return found.map((row) => toRecord(row, claimWith !== undefined));
}

/** What lies behind too much that is not wanted: shard by shard, or lane by lane. */
async function readBeyond(
  reader: Reader,
  request: DeliveryRequest,
  text: string,
): Promise<readonly DeliveryRecord[]> {
  const rows = await send(reader.sql, text, [...valuesOf(reader, request), reader.floor.id]);
  const { claimWith } = request;
  if (claimWith !== undefined && rows.length > 0) {
    const ids = rows.map((row) => row[ID_AT] ?? "");
    await holdDeliveries(reader.relaxed, reader, [...claimWith, ...ids], false);
  }
  return rows.map((row) => toRecord(row, false));
}

async function send(
  sql: SqlSession,
  text: string,
  values: readonly StatementValue[],
): Promise<readonly TextRow[]> {
  const operation = "read deliveries";
  const [rows = []] = await sql.batch(operation, [{ operation, text, values }]);
  return rows;
}

function valuesOf(
  { project }: Reader,
  { shards, exceptIds, limit, lanes }: DeliveryRequest,
): readonly StatementValue[] {
  const names = lanes?.names ?? [];
  return [
    project,
    tokensByShard(shards),
    exceptIds,
    limit,
    names.map(({ machineId }) => machineId),
    names.map(({ subject }) => subject),
  ];
}

/** Where {@link COLUMNS} begin, behind {@link VIEW}, and the last of them. */
const ID_AT = 5;
const EVENT_AT = ID_AT + 12;
const SINK_AT = ID_AT + 4;
const SUBJECT_AT = ID_AT + 5;
const ERRORS_AT = ID_AT + 9;

function viewOf(row: TextRow | undefined): QueueView {
  const [, lowest, xmin, xmax, lastId] = row ?? [];
  return {
    xmin: xmin ?? "0",
    xmax: xmax ?? "0",
    lastId: lastId ?? "0",
    ...(lowest === null || lowest === undefined ? {} : { lowestId: lowest }),
  };
}

function toRecord(row: TextRow, withInstance: boolean): DeliveryRecord {
  const event = row[EVENT_AT];
  const errors = row[ERRORS_AT] ?? "[]";
  const sink = row[SINK_AT] ?? "";
  const subject = row[SUBJECT_AT] ?? "";
  return {
    id: row[ID_AT] ?? "",
    fence: { shard: Number(row[ID_AT + 1]), token: row[ID_AT + 2] ?? "" },
    kind: row[ID_AT + 3] === "relay" ? "relay" : "queue",
    sink,
    subject,
    topic: row[ID_AT + 6] ?? "",
    envelope: row[ID_AT + 11] ?? "",
    ...(event === null || event === undefined ? {} : { event }),
    deliveries: Number(row[ID_AT + 7]),
    attempts: Number(row[ID_AT + 8]),
    errors: errors === "[]" ? [] : JSON.parse(errors),
    dueInMs: Number(row[ID_AT + 10]),
    ...(withInstance ? { instance: instanceOf(row, sink, subject) } : {}),
  };
}

function instanceOf(
  row: TextRow,
  machineId: string,
  subject: string,
): NonNullable<DeliveryRecord["instance"]> {
  const [chartId = null, ...rest] = row.slice(EVENT_AT + 1);
  return chartId === null ? "none" : toInstanceRecord([machineId, subject, chartId, ...rest]);
}
