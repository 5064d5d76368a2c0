/**
 * Each statement fills one table from numbers; `$1` is the first number and `$2` the last. A subject is `order-<n>` of `S` subjects, and what
 * becomes of it is told from `n` alone: the newest 3 % are in flight, and one of 500 of the rest.
 */

/** How many of everything. */
export interface SeedSizes {
  readonly subjects: number;
  readonly instances: number;
  readonly envelopes: number;
  readonly letters: number;
  readonly steps: number;
}

const DAYS = 30;
/** Envelopes of the one conversation that is far larger than the others. */
export const BIG_CONVERSATION = 10_000;
/** Instances of the machine that hardly anybody uses. */
export const COMPLAINTS = 25;
/** Orders of tenants, each in a shop of its own. */
export const TENANT_ORDERS = 30_000;
/** Beyond all numbers of the shop's own orders. */
export const TENANT_ORDERS_FROM = 700_000_000;

const at = (n: string, of: number) =>
  `clock_timestamp() - interval '${DAYS} days' + (${n})::float8 / ${of} * interval '${DAYS} days'`;

/** One row a subject and machine, as every table needs it. */
const instances = ({ subjects }: SeedSizes) => `
  SELECT n, m.machine_id, 'order-' || n AS subject, m.chart_id, a.active,
    CASE WHEN a.active THEN CASE WHEN m.machine_id = 'fulfil' AND n % 40 = 3 THEN 'compensating' ELSE 'running' END
      WHEN m.machine_id = 'order' AND n % 1000 = 13 THEN 'cancelled'
      WHEN m.machine_id = 'fulfil' AND n % 25 = 0 THEN 'compensated'
      WHEN m.machine_id = 'payment' AND n % 100 = 1 THEN 'failed'
      ELSE 'completed' END AS phase,
    CASE m.machine_id
      WHEN 'order' THEN CASE WHEN a.active THEN CASE n % 3 WHEN 0 THEN 'placed' ELSE 'packing' END
        WHEN n % 1000 = 13 THEN 'placed' WHEN n % 5000 = 11 THEN 'returned' ELSE 'completed' END
      WHEN 'payment' THEN CASE WHEN a.active THEN 'capturing' WHEN n % 100 = 1 THEN 'refused' ELSE 'settled' END
      WHEN 'warehouse' THEN CASE WHEN a.active THEN CASE WHEN n % 500 = 7 THEN 'late' ELSE 'announced' END ELSE 'handedOver' END
      ELSE CASE WHEN a.active THEN CASE WHEN n % 40 = 3 THEN 'compensating' ELSE 'charging' END
        WHEN n % 25 = 0 THEN 'failed' ELSE 'completed' END
    END AS state,
    ${at("n", subjects)} AS started_at
  FROM generate_series($1::int, $2::int) n
  CROSS JOIN LATERAL (SELECT n > ${Math.floor(subjects * 0.97)} OR n % 500 = 7 AS active) a
  JOIN (SELECT machine_id, id AS chart_id, version FROM sagascope.machine_version) m
    ON m.machine_id IN ('payment', 'warehouse', 'fulfil')
    OR (m.machine_id = 'order' AND m.version = CASE WHEN n < ${Math.floor(subjects * 0.2)} THEN '1' WHEN n < ${Math.floor(subjects * 0.8)} THEN '2' ELSE '3' END)`;

export const insertInstances = (sizes: SeedSizes): string => `
  INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id,
    started_at, updated_at, finished_at)
  SELECT machine_id, subject, 'shop', chart_id, 3, CASE WHEN active THEN 'active' WHEN phase = 'cancelled' THEN 'cancelled' ELSE 'done' END,
    phase, ARRAY[state], json_build_object('status', CASE WHEN active THEN 'active' ELSE 'done' END, 'value', state,
      'context', json_build_object('total', n % 10000, 'customer', 'customer ' || n % 5000)),
    'c-' || n, started_at, started_at + interval '2 seconds', CASE WHEN NOT active THEN started_at + interval '9 seconds' END
  FROM (${instances(sizes)}) i`;

/** Old ones of a machine that is no longer used: what a walk from the newest on would never meet. */
export const INSERT_COMPLAINTS = `
  INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id,
    started_at, updated_at, finished_at)
  SELECT 'complaint', 'complaint-' || n, 'shop', (SELECT id FROM sagascope.machine_version WHERE machine_id = 'complaint'), 2, 'done',
    'completed', '{closed}', '{}', 'complaint-' || n, t.started_at, t.started_at, t.started_at
  FROM generate_series($1::int, $2::int) n
  CROSS JOIN LATERAL (SELECT clock_timestamp() - interval '29 days' + n * interval '1 minute' AS started_at) t`;

/** Orders of very many tenants, all of them old: what a guess from the newest subjects would never meet. */
export const INSERT_TENANTS = `
  INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id,
    started_at, updated_at, finished_at)
  SELECT 'payment', 'tenant-' || n % 3000 || ':order-' || n + ${TENANT_ORDERS_FROM}, 'shop',
    (SELECT min(id) FROM sagascope.machine_version WHERE machine_id = 'payment'), 2, 'done', 'completed', '{settled}', '{}',
    'tenant-' || n, t.started_at, t.started_at, t.started_at
  FROM generate_series($1::int, $2::int) n
  CROSS JOIN LATERAL (SELECT clock_timestamp() - interval '30 days' + n * interval '1 second' AS started_at) t`;

export const insertHistory = (sizes: SeedSizes): string => `
  INSERT INTO sagascope.history (machine_id, subject, revision, at, chart_id, cause_kind, cause_id, event, transitions, entered, states,
    phase, snapshot, worker_id)
  SELECT machine_id, subject, r, started_at + r * interval '1 second', chart_id, 'event', 'h-' || n || '-' || r, 'START', '[]',
    ARRAY[state], ARRAY[state], phase, '{"context":{}}', 'seed'
  FROM (${instances(sizes)}) i CROSS JOIN generate_series(1, ${sizes.steps}) r`;

/** A call for each instance; of those in flight, some are under way and some were given up. */
export const insertEffects = (sizes: SeedSizes): string => `
  INSERT INTO sagascope.effect (project, shard, machine_id, subject, revision, ref, kind, src, call, idempotency_key, cause_event_id,
    cause_depth, status, attempts, due_at, leased_until, created_at)
  SELECT 'shop', sagascope.shard_of(subject), machine_id, subject, 1, 'call', 'invoke', 'call', '{}', machine_id || '/' || subject, 'x', 1,
    CASE WHEN NOT active THEN 'done' WHEN n % 97 = 1 THEN 'dead' ELSE 'pending' END, 1, started_at,
    CASE WHEN active AND n % 500 <> 7 THEN clock_timestamp() + interval '1 day' END, started_at
  FROM (${instances(sizes)}) i WHERE NOT active OR machine_id IN ('payment', 'fulfil')`;

export const insertTimers = (sizes: SeedSizes): string => `
  INSERT INTO sagascope.timer (machine_id, subject, ref, project, shard, revision, event, label, state, cause_event_id, cause_depth, due_at)
  SELECT machine_id, subject, 'after', 'shop', sagascope.shard_of(subject), 1, 'after', 'after.600000', state, 'x', 1,
    CASE WHEN n % 500 = 7 THEN started_at + interval '10 minutes' ELSE clock_timestamp() + interval '1 day' END
  FROM (${instances(sizes)}) i WHERE active AND machine_id = 'warehouse'`;

/** Forty envelopes a subject, each caused by the one before. */
export const insertEvents = ({ subjects, envelopes }: SeedSizes): string => {
  const each = Math.max(1, Math.floor(envelopes / subjects));
  return `
  INSERT INTO sagascope.event (recorded_at, id, source, type, subject, topic, correlation_id, causation_id, machine_id, direction, envelope)
  SELECT ${at("k", envelopes)}, e.id, '/shop', e.type, 'order-' || s.n, 'events', 'c-' || s.n, e.cause, 'order', 'published',
    json_build_object('specversion', '1.0', 'id', e.id, 'source', '/shop', 'type', e.type, 'subject', 'order-' || s.n,
      'correlationid', 'c-' || s.n, 'causationid', e.cause, 'datacontenttype', 'application/json',
      'data', json_build_object('total', k % 10000, 'customer', 'customer ' || k % 5000))
  FROM generate_series($1::int, $2::int) k
  CROSS JOIN LATERAL (SELECT 1 + (k - 1) / ${each} AS n, (k - 1) % ${each} AS i) s
  CROSS JOIN LATERAL (SELECT ${envelopeId("k")} AS id, CASE WHEN s.i > 0 THEN ${envelopeId("k - 1")} END AS cause,
    (ARRAY['order.placed', 'payment.asked', 'payment.captured', 'stock.reserved', 'packing.begun', 'packing.done', 'parcel.announced',
           'parcel.sent', 'mail.asked', 'mail.sent'])[1 + s.i % 10] AS type) e`;
};

/** The id of the k-th envelope: as scattered as real ones are, and still known. */
export function envelopeId(k: string): string {
  return `md5('e' || (${k}))::uuid::text`;
}

/** One conversation of many envelopes, each of which causes three others. */
export const INSERT_BIG_CONVERSATION = `
  INSERT INTO sagascope.event (recorded_at, id, source, type, subject, topic, correlation_id, causation_id, machine_id, direction, envelope)
  SELECT clock_timestamp() - interval '1 day' + k * interval '1 millisecond', 'big-' || k, '/campaign', 'campaign.step.' || k % 12,
    'campaign-1', 'events', 'c-big', CASE WHEN k > 1 THEN 'big-' || (k + 1) / 3 END, NULL, 'published',
    json_build_object('specversion', '1.0', 'id', 'big-' || k, 'source', '/campaign', 'type', 'campaign.step.' || k % 12,
      'subject', 'campaign-1', 'correlationid', 'c-big')
  FROM generate_series($1::int, $2::int) k`;

/** Letters of six causes, each a tenth of the one before but for the last; one of ten is resolved. */
export const insertLetters = ({ subjects, letters }: SeedSizes): string => `
  INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, machine_id, subject, topic, event_type, envelope_id,
    correlation_id, attempts, errors, fingerprint, cause_title, envelope, captured_at, last_seen_at, resolved_at, resolution)
  SELECT 'letter-' || k, 'shop', l.machine_id, 'envelope:' || k, 'envelope', l.reason, l.machine_id, 'order-' || l.n, 'events', l.type,
    md5('l' || k)::uuid::text, 'c-' || l.n, 5,
    json_build_array(json_build_object('name', 'Error', 'message', l.title, 'at', t.at, 'attempt', 5)), 'cause-' || l.cause, l.title,
    json_build_object('specversion', '1.0', 'id', md5('l' || k)::uuid::text, 'source', '/shop', 'type', l.type, 'subject', 'order-' || l.n),
    t.at, t.at, CASE WHEN k % 10 = 0 THEN t.at + interval '1 hour' END, CASE WHEN k % 10 = 0 THEN 'replayed' END
  FROM generate_series($1::int, $2::int) k
  CROSS JOIN LATERAL (SELECT ${at("k", letters)} AS at) t
  CROSS JOIN LATERAL (
    SELECT c.*, 1 + (k * 7919::bigint) % ${Math.max(1, Math.floor(subjects / 5))} AS n
    FROM (VALUES (1, 'payment', 'max_attempts', 'payment.asked', 'the card service answered 503'),
                 (2, 'order', 'max_attempts', 'order.placed', 'no price for an article'),
                 (3, 'warehouse', 'max_attempts', 'packing.begun', 'the shelf is empty'),
                 (4, 'fulfil', 'unknown_event', 'mail.asked', 'no transition takes this event'),
                 (5, 'order', 'corrupt', 'order.placed', 'data is no JSON'),
                 (6, 'payment', 'instance_done', 'payment.captured', 'the instance has ended'))
      AS c (cause, machine_id, reason, type, title)
    WHERE c.cause = CASE WHEN k % 2 = 0 THEN 1 WHEN k % 10 < 6 THEN 2 WHEN k % 100 < 60 THEN 3 WHEN k % 1000 < 600 THEN 4
      WHEN k % 10000 < 6000 THEN 5 ELSE 6 END) l`;
