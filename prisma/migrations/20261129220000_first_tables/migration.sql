-- What this does to a live table: nothing, it only creates. Everything stands in the schema `sagascope`.

CREATE SCHEMA IF NOT EXISTS sagascope;

-- ---------- what runs: projects' machines, topics, subscriptions ----------

CREATE TABLE sagascope.machine_version (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project        text NOT NULL,
  machine_id     text NOT NULL,
  version        text NOT NULL,
  structure_hash text NOT NULL,
  content_hash   text NOT NULL, -- of the whole chart: meta and descriptions change documents, not structure
  chart          json NOT NULL,
  logic_names    json NOT NULL DEFAULT '{}',
  registered_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (machine_id, content_hash)
);

CREATE TABLE sagascope.machine (
  machine_id    text PRIMARY KEY,
  project       text NOT NULL,
  chart_id      integer NOT NULL REFERENCES sagascope.machine_version (id),
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE sagascope.topic (
  name       text PRIMARY KEY,
  project    text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE sagascope.subscription (
  topic      text NOT NULL,
  type       text NOT NULL, -- an envelope type, or '*' for whatever no other subscription of the project takes
  sink       text NOT NULL, -- a machine, a relay, or the project itself for '*'
  kind       text NOT NULL CHECK (kind IN ('queue', 'relay')),
  project    text NOT NULL,
  event      text,          -- the chart's event; null: the default name of the type
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (topic, type, sink)
);

-- ---------- envelopes and what still has to be done with them ----------

CREATE SEQUENCE sagascope.event_seq;

-- Immutable; partitioned by day so that retention drops a partition. `envelope` is json, not jsonb: it has to
-- come back byte for byte.
CREATE TABLE sagascope.event (
  seq             bigint NOT NULL DEFAULT nextval('sagascope.event_seq'),
  recorded_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  id              text NOT NULL,
  source          text NOT NULL,
  type            text NOT NULL,
  subject         text NOT NULL,
  topic           text NOT NULL,
  correlation_id  text NOT NULL,
  causation_id    text,
  machine_id      text,
  machine_version text,
  revision        integer, -- the step of its instance that published it
  direction       text NOT NULL CHECK (direction IN ('received', 'published')),
  envelope        json NOT NULL,
  PRIMARY KEY (seq, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX event_id_idx ON sagascope.event (id);
CREATE INDEX event_correlation_idx ON sagascope.event (correlation_id, seq);
CREATE INDEX event_subject_idx ON sagascope.event (subject, seq);
CREATE INDEX event_causation_idx ON sagascope.event (causation_id) WHERE causation_id IS NOT NULL;
CREATE TABLE sagascope.event_default PARTITION OF sagascope.event DEFAULT;

CREATE TABLE sagascope.delivery (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project    text NOT NULL,
  shard      smallint NOT NULL,
  sink       text NOT NULL,
  kind       text NOT NULL,
  subject    text NOT NULL,
  topic      text NOT NULL,
  event_seq  bigint NOT NULL,
  event_at   timestamptz NOT NULL,
  due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  deliveries integer NOT NULL DEFAULT 0,
  attempts   integer NOT NULL DEFAULT 0,
  errors     json NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
CREATE INDEX delivery_lane_idx ON sagascope.delivery (project, shard, id);

CREATE TABLE sagascope.inbox (
  scope       text NOT NULL,
  key         text NOT NULL,
  fingerprint text NOT NULL,
  receipt     json NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at  timestamptz,
  PRIMARY KEY (scope, key)
);
CREATE INDEX inbox_expiry_idx ON sagascope.inbox (expires_at) WHERE expires_at IS NOT NULL;

-- ---------- instances ----------

CREATE TABLE sagascope.instance (
  machine_id     text NOT NULL,
  subject        text NOT NULL,
  project        text NOT NULL,
  chart_id       integer NOT NULL REFERENCES sagascope.machine_version (id),
  revision       integer NOT NULL,
  status         text NOT NULL CHECK (status IN ('active', 'done', 'cancelled')),
  phase          text NOT NULL CHECK (phase IN ('running', 'compensating', 'completed', 'compensated', 'failed', 'cancelled')),
  states         text[] NOT NULL,
  snapshot       json NOT NULL,
  correlation_id text NOT NULL,
  started_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at    timestamptz,
  PRIMARY KEY (machine_id, subject)
) WITH (fillfactor = 80);
CREATE INDEX instance_subject_idx ON sagascope.instance (subject text_pattern_ops);
CREATE INDEX instance_started_idx ON sagascope.instance (started_at DESC, machine_id, subject);
CREATE INDEX instance_correlation_idx ON sagascope.instance (correlation_id);
CREATE INDEX instance_active_idx ON sagascope.instance (machine_id, phase, started_at) WHERE status = 'active';

CREATE TABLE sagascope.history (
  machine_id  text NOT NULL,
  subject     text NOT NULL,
  revision    integer NOT NULL,
  at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  chart_id    integer NOT NULL,
  cause_kind  text NOT NULL CHECK (cause_kind IN ('event', 'effect', 'timer', 'command')),
  cause_id    text NOT NULL, -- envelope id, effect id, timer ref or command id
  event       text NOT NULL, -- the chart's event
  transitions json NOT NULL,
  entered     text[] NOT NULL,
  states      text[] NOT NULL,
  phase       text NOT NULL,
  snapshot    json NOT NULL,
  worker_id   text NOT NULL,
  PRIMARY KEY (machine_id, subject, revision, at)
) PARTITION BY RANGE (at);
CREATE INDEX history_cause_idx ON sagascope.history (cause_id) WHERE cause_kind = 'event';
CREATE TABLE sagascope.history_default PARTITION OF sagascope.history DEFAULT;

CREATE TABLE sagascope.effect (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project         text NOT NULL,
  shard           smallint NOT NULL,
  machine_id      text NOT NULL,
  subject         text NOT NULL,
  revision        integer NOT NULL, -- the step that asked for it
  ref             text NOT NULL,    -- invoke id, or <action>#<n>
  kind            text NOT NULL CHECK (kind IN ('invoke', 'action')),
  src             text NOT NULL,
  call            json NOT NULL,    -- {input, params, event, context}
  idempotency_key text NOT NULL,
  cause_event_id  text NOT NULL,    -- the envelope that led to it
  cause_depth     integer NOT NULL, -- how long the chain of envelopes up to that one is
  status          text NOT NULL CHECK (status IN ('pending', 'done', 'failed', 'cancelled', 'dead')),
  attempts        integer NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  leased_by       text,
  token           bigint NOT NULL DEFAULT 0,
  leased_until    timestamptz,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at      timestamptz,
  finished_at     timestamptz,
  output          json,
  errors          json NOT NULL DEFAULT '[]',
  late            json,     -- a result that came after the state was left: recorded, moves nothing
  command_id      text,     -- the operator command whose replay runs it again
  replay          json,     -- {letterId, actor, reason} of that command, for the audit of how it ends
  UNIQUE (machine_id, subject, revision, ref)
);
CREATE INDEX effect_open_idx ON sagascope.effect (project, due_at) WHERE status = 'pending';

CREATE TABLE sagascope.timer (
  machine_id     text NOT NULL,
  subject        text NOT NULL,
  ref            text NOT NULL,
  project        text NOT NULL,
  shard          smallint NOT NULL,
  revision       integer NOT NULL,
  event          text NOT NULL,
  label          text NOT NULL,
  state          text NOT NULL,
  cause_event_id text NOT NULL,
  cause_depth    integer NOT NULL,
  scheduled_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at         timestamptz NOT NULL,
  PRIMARY KEY (machine_id, subject, ref)
);
CREATE INDEX timer_due_idx ON sagascope.timer (project, due_at);

-- ---------- workers ----------

CREATE TABLE sagascope.worker (
  id            text PRIMARY KEY,
  project       text NOT NULL,
  host          text NOT NULL,
  pid           integer NOT NULL,
  version       text NOT NULL,
  machines      json NOT NULL,
  backend_pid   integer,     -- its listening session: gone means the worker is gone
  backend_start timestamptz,
  started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  heartbeat_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  stopped_at    timestamptz
);
CREATE INDEX worker_alive_idx ON sagascope.worker (project, heartbeat_at) WHERE stopped_at IS NULL;

CREATE TABLE sagascope.lane_shard (
  project      text NOT NULL,
  shard        smallint NOT NULL,
  owner        text,
  token        bigint NOT NULL DEFAULT 0,
  leased_until timestamptz,
  PRIMARY KEY (project, shard)
) WITH (fillfactor = 50);

CREATE TABLE sagascope.delivery_claim (
  worker_id    text PRIMARY KEY,
  project      text NOT NULL,
  delivery_ids bigint[] NOT NULL,
  alone        boolean NOT NULL DEFAULT false, -- a suspect tried by itself: a crash now is its own doing
  claimed_at   timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);

-- ---------- dead letters, operators, audit ----------

CREATE TABLE sagascope.dead_letter (
  id              text PRIMARY KEY,
  project         text NOT NULL,
  consumer        text NOT NULL,
  work_key        text NOT NULL, -- envelope:<id> | effect:<id> | state:<machine>/<subject>/<revision>
  source          text NOT NULL CHECK (source IN ('envelope', 'effect', 'state', 'relay')),
  reason          text NOT NULL,
  machine_id      text,
  subject         text NOT NULL,
  chart_id        integer,
  machine_version text,
  structure_hash  text,
  revision        integer,
  states          text[] NOT NULL DEFAULT '{}',
  topic           text,
  event_type      text NOT NULL,
  envelope_id     text,
  correlation_id  text,
  effect_id       bigint,
  attempts        integer NOT NULL,
  errors          json NOT NULL, -- redacted
  fingerprint     text NOT NULL,
  cause_title     text NOT NULL,
  envelope        json,          -- redacted: what every screen, API and export shows
  redacted_paths  json NOT NULL DEFAULT '[]',
  snapshot        json,          -- redacted
  sealed          bytea,         -- the original bytes, AES-256-GCM
  seal_key_id     text,
  captured_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_seen_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  occurrences     integer NOT NULL DEFAULT 1,
  resolved_at     timestamptz,
  resolution      text,
  UNIQUE (consumer, work_key)
);
CREATE INDEX dead_letter_open_idx ON sagascope.dead_letter (captured_at DESC, id) WHERE resolved_at IS NULL;
CREATE INDEX dead_letter_captured_idx ON sagascope.dead_letter (captured_at DESC, id);
CREATE INDEX dead_letter_cause_idx ON sagascope.dead_letter (fingerprint, last_seen_at DESC);
CREATE INDEX dead_letter_subject_idx ON sagascope.dead_letter (subject);
CREATE INDEX dead_letter_correlation_idx ON sagascope.dead_letter (correlation_id);
CREATE INDEX dead_letter_envelope_idx ON sagascope.dead_letter (envelope_id);

CREATE TABLE sagascope.dead_letter_occurrence (
  letter_id text NOT NULL REFERENCES sagascope.dead_letter (id) ON DELETE CASCADE,
  number    integer NOT NULL,
  at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  reason    text NOT NULL,
  attempts  integer NOT NULL,
  errors    json NOT NULL,
  PRIMARY KEY (letter_id, number)
);

CREATE TABLE sagascope.operator_command (
  id           text PRIMARY KEY,
  project      text NOT NULL,
  kind         text NOT NULL,
  target       json NOT NULL,
  dry_run      boolean NOT NULL,
  force        boolean NOT NULL DEFAULT false,
  reason       text,
  actor        text NOT NULL,
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'refused', 'failed')),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  claimed_by   text,
  claimed_until timestamptz,
  finished_at  timestamptz,
  result       json
);
CREATE INDEX operator_command_open_idx ON sagascope.operator_command (project, requested_at) WHERE status IN ('waiting', 'running');
CREATE INDEX operator_command_requested_idx ON sagascope.operator_command (requested_at DESC);
CREATE INDEX operator_command_letter_idx ON sagascope.operator_command ((target ->> 'letterId'), requested_at DESC);

-- Append-only and hash-chained: each row's hash covers its fields and the hash before it.
CREATE TABLE sagascope.audit (
  seq       bigint PRIMARY KEY,
  at        timestamptz NOT NULL,
  actor     text NOT NULL,
  action    text NOT NULL,
  target    text NOT NULL,
  reason    text,
  outcome   text NOT NULL,
  detail    json NOT NULL,
  prev_hash text NOT NULL,
  hash      text NOT NULL
);
CREATE INDEX audit_target_idx ON sagascope.audit (target, seq DESC);

CREATE FUNCTION sagascope.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'sagascope.audit is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON sagascope.audit
  FOR EACH ROW EXECUTE FUNCTION sagascope.refuse_audit_change();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON sagascope.audit
  FOR EACH STATEMENT EXECUTE FUNCTION sagascope.refuse_audit_change();

-- ---------- access ----------

CREATE TABLE sagascope.api_token (
  id           text PRIMARY KEY,
  name         text NOT NULL,
  hash         text NOT NULL UNIQUE, -- sha256 of the token; the token itself is never stored
  scopes       text[] NOT NULL,
  created_by   text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz,
  last_used_at timestamptz,
  revoked_at   timestamptz
);

CREATE TABLE sagascope.setting (
  key        text PRIMARY KEY,
  value      json NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE sagascope."user" (
  id             text PRIMARY KEY,
  name           text NOT NULL,
  email          text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image          text,
  role           text,
  banned         boolean DEFAULT false,
  ban_reason     text,
  ban_expires    timestamptz,
  created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at     timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE sagascope.session (
  id              text PRIMARY KEY,
  expires_at      timestamptz NOT NULL,
  token           text NOT NULL UNIQUE,
  ip_address      text,
  user_agent      text,
  user_id         text NOT NULL REFERENCES sagascope."user" (id) ON DELETE CASCADE,
  impersonated_by text,
  created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX session_user_idx ON sagascope.session (user_id);

CREATE TABLE sagascope.account (
  id                       text PRIMARY KEY,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  user_id                  text NOT NULL REFERENCES sagascope."user" (id) ON DELETE CASCADE,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  password                 text,
  created_at               timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at               timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_user_idx ON sagascope.account (user_id);

CREATE TABLE sagascope.verification (
  id         text PRIMARY KEY,
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX verification_identifier_idx ON sagascope.verification (identifier);

-- ---------- shared rules, in one place for every writer ----------

-- The shard of a subject. Workers, the console and an application's own transaction must agree, so the
-- database decides. 64 is the most workers a project can spread over.
CREATE FUNCTION sagascope.shard_of(subject text) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (hashtextextended(subject, 0) & 63)::smallint $$;

-- Daily partitions of event and history, for today and `days_ahead` days. Rows of other days go to the
-- default partition, so that a missed run loses nothing.
CREATE FUNCTION sagascope.ensure_partitions(days_ahead integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  day date;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(727073, 1);
  FOREACH parent IN ARRAY ARRAY['event', 'history'] LOOP
    FOR offset_days IN 0..days_ahead LOOP
      day := (clock_timestamp() AT TIME ZONE 'UTC')::date + offset_days;
      name := parent || '_p' || to_char(day, 'YYYYMMDD');
      IF to_regclass('sagascope.' || name) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE sagascope.%I PARTITION OF sagascope.%I FOR VALUES FROM (%L) TO (%L)',
            name, parent, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
        EXCEPTION WHEN check_violation THEN
          NULL; -- the default partition already holds rows of that day: they stay there
        END;
      END IF;
    END LOOP;
  END LOOP;
END $$;

SELECT sagascope.ensure_partitions(7);
