import type { ClaimRequest } from "../../../../outbox/outbox-storage.ts";
import { NOW } from "../../now.ts";
import type { Statement, StatementValue } from "../../statement.ts";
import { claimKept, ms } from "./claim-conditions.ts";
import { FIND_BY_INDEX } from "./find-by-index.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** Claims that look at messages in the order of their ids. */
export interface ClaimInOrder {
  /** Have one claim wait for the other, so that both find something. Order does not depend on it. */
  readonly lock: Statement;
  /** Claim within the next `lookAhead` messages behind `after`. */
  statement(request: ClaimRequest, token: string, view: ClaimView): Statement;
  /**
   * Claim the first message of each of the next `keysMax` keys behind `afterKey`, of all topics: a step a key, whatever waits behind its
   * first message. Its `lookedTo` is a key.
   */
  heads(request: ClaimRequest, token: string, view: HeadsView): Statement;
}

/** The keys that one claim of heads goes through. */
export interface HeadsView {
  /** Undefined: from the first one on. */
  readonly afterKey: string | undefined;
  readonly keysMax: number;
  readonly limit: number;
}

/** The piece of a table that one claim looks at. */
export interface ClaimView {
  /** An id; the lowest one to begin with. */
  readonly after: string;
  readonly lookAhead: number;
  /** What may be claimed at most. */
  readonly limit: number;
}

/**
 * The statement looks at a bounded piece of the table, whatever the backlog, and finds in it what may be claimed: with strict
 * order only what no earlier message of its key in that piece hides, and none of its key stands before the piece.
 *
 * `SKIP LOCKED` alone would split a key between two claims: what one is just taking is locked, and the other would take what
 * follows. So a message is let go again (`kept`) if an earlier one of its key was wanted and could not be had.
 */
export function claimInOrder(outbox: OutboxTable): ClaimInOrder {
  const { table, columns: c, idType, name } = outbox;
  const mayClaim = (o: string) => `(
    (${o}.${c.availableAt} <= ${NOW} OR ($10::boolean AND ${o}.${c.token} IS NOT NULL AND ${o}.${c.owner} = $5))
    AND ($9::float8 = 0 OR ${o}.${c.createdAt} <= ${NOW} - ${ms("$9")}))`;
  const isAsked = (o: string) =>
    `${o}.${c.status} = 'pending' AND ($8::text[] IS NULL OR ${o}.${c.topic} = ANY ($8))`;
  /** Asked once a key, of its first message in the piece: whether one of its key stands before the piece. */
  const stoodBefore = `CASE WHEN $7 AND n = 1 AND key IS NOT NULL AND $1::${idType} <> '${outbox.lowestId}'::${idType}
    THEN EXISTS (SELECT 1 FROM ${table} p WHERE p.${c.key} = numbered.key AND ${isAsked("p")} AND p.${c.id} <= $1::${idType})
    ELSE false END`;
  const piece = (where: string, order: string) => `
      SELECT o.${c.id} AS id, o.${c.key} AS key, NOT ${mayClaim("o")} AS hidden
      FROM ${table} o
      WHERE o.${c.status} = 'pending' AND ${where}
      ORDER BY ${order} LIMIT $2::int`;
  // With an equation the index of all ids would give the order as well: where the statistics know one topic only, which is said to be
  // everywhere then, all that waits on others would be read for it. Of a range only the index by topic and id does.
  const ofTopic = piece(
    `(o.${c.topic}, o.${c.id}) > (t.topic, $1::${idType}) AND o.${c.topic} <= t.topic`,
    `o.${c.topic}, o.${c.id}`,
  );
  const ofTopics = `
      SELECT p.id, p.key, p.hidden
      FROM unnest($8::text[]) AS t (topic) CROSS JOIN LATERAL (${ofTopic}) p
      ORDER BY p.id LIMIT $2::int`;
  // One step along the index of keys for each of them. It is asked for one more only as long as the limit of those it is for is not met.
  const firstOf = (where: string) => `
      SELECT o.${c.key} AS key, o.${c.id} AS id FROM ${table} o
      WHERE o.${c.status} = 'pending' AND o.${c.key} IS NOT NULL ${where} ORDER BY o.${c.key}, o.${c.id} LIMIT 1`;
  const firstsOfKeys = (where: string) => `heads AS (
      (${firstOf(where)})
      UNION ALL
      SELECT n.key, n.id FROM heads h CROSS JOIN LATERAL (${firstOf(`AND o.${c.key} > h.key`)}) n
  ), `;
  const ofHeads = `
      SELECT h.id, h.key, NOT ${mayClaim("o")} AS hidden
      FROM (SELECT key, id FROM heads LIMIT $2::int) h JOIN ${table} o ON o.${c.id} = h.id`;
  const textOver = (ahead: string, before = "", lookedTo = "id") => `
  WITH RECURSIVE ${before}ahead AS MATERIALIZED (${ahead}
  ), numbered AS (
    SELECT id, key, hidden, row_number() OVER (PARTITION BY key ORDER BY id) AS n FROM ahead
  ), wanted AS MATERIALIZED (
    SELECT a.id, a.key
    FROM (
      SELECT id, key, hidden,
             $7::boolean AND key IS NOT NULL AND bool_or(hidden OR ${stoodBefore}) OVER (PARTITION BY key ORDER BY id) AS held
      FROM numbered) a
    WHERE NOT a.hidden AND NOT a.held
    ORDER BY a.id LIMIT $3::int
  ), locked AS MATERIALIZED (
    SELECT o.${c.id} AS id, o.${c.key} AS key
    FROM wanted w JOIN ${table} o ON o.${c.id} = w.id
    WHERE o.${c.status} = 'pending' AND ${mayClaim("o")}
    FOR UPDATE OF o SKIP LOCKED
  ), missed AS MATERIALIZED (
    SELECT w.key, min(w.id${idType === "uuid" ? "::text" : ""}) AS id
    FROM wanted w WHERE $7 AND w.key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM locked l WHERE l.id = w.id) GROUP BY w.key
  ), kept AS (
    SELECT l.id FROM locked l
    WHERE NOT EXISTS (SELECT 1 FROM missed m WHERE m.key = l.key AND m.id < l.id${idType === "uuid" ? "::text" : ""})
  ), claimed AS (${claimKept(outbox, { leaseMs: "$4", owner: "$5", token: "$6" })}
  )
  SELECT json_build_object(
    'looked', (SELECT count(*) FROM ahead),
    'lookedTo', (SELECT a.${lookedTo}::text FROM ahead a ORDER BY a.${lookedTo} DESC LIMIT 1),
    'rows', coalesce((SELECT json_agg(body ORDER BY id) FROM claimed), '[]'))::text AS row`;
  const ofAll = textOver(piece(`o.${c.id} > $1::${idType}`, `o.${c.id}`));
  const ofSome = textOver(ofTopics);
  const ofFirstKeys = textOver(ofHeads, firstsOfKeys(""), "key");
  const ofKeysBehind = textOver(ofHeads, firstsOfKeys(`AND o.${c.key} > $11::text`), "key");
  const valuesOf = (
    request: ClaimRequest,
    token: string,
    [after, most, limit]: readonly [string, number, number],
  ): readonly StatementValue[] => [
    ...[after, most, limit, request.leaseMs, request.owner, token],
    ...[request.order === "strict", request.topics ?? null],
    ...[request.visibilityDelayMs ?? 0, request.reclaimsOwn ?? false],
  ];
  return {
    lock: {
      operation: "claim messages",
      text: `${FIND_BY_INDEX.text}, pg_advisory_xact_lock(hashtextextended($1::text, 0))::text AS locked`,
      values: [`sagascope outbox ${name}`],
    },
    statement: (request, token, { after, lookAhead, limit }) => ({
      operation: "claim messages",
      text: request.topics === undefined ? ofAll : ofSome,
      values: valuesOf(request, token, [after, lookAhead, limit]),
    }),
    heads: (request, token, { afterKey, keysMax, limit }) => ({
      operation: "claim messages",
      text: afterKey === undefined ? ofFirstKeys : ofKeysBehind,
      values: [
        ...valuesOf(request, token, [outbox.lowestId, keysMax, limit]),
        ...(afterKey === undefined ? [] : [afterKey]),
      ],
    }),
  };
}
