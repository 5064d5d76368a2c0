-- What this does to a live table: lets `dead_letter.source` also say 'feed' (the CHECK is replaced, which reads the table
-- once). Everything else is new and empty, and publishing does nothing for feeds until the first one is registered.

ALTER TABLE sagascope.dead_letter
  DROP CONSTRAINT dead_letter_source_check,
  ADD CONSTRAINT dead_letter_source_check CHECK (source IN ('envelope', 'effect', 'state', 'relay', 'feed'));

-- A topic whose events are numbered, since some feed reads it.
CREATE TABLE sagascope.feed_stream (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic         text NOT NULL UNIQUE,
  lineage       text NOT NULL DEFAULT gen_random_uuid()::text, -- what cursors are bound to: numbers mean nothing elsewhere
  state         text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'waiting', 'sweeping', 'open')),
  last_position bigint NOT NULL DEFAULT 0,
  waits_for     text[] NOT NULL DEFAULT '{}', -- transactions that may publish without seeing this row
  swept_seq     bigint NOT NULL DEFAULT 0,    -- how far what was published before this row has been numbered
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);

-- Published and not yet numbered. `writer` tells whether a transaction that began earlier may still be open.
CREATE TABLE sagascope.feed_pending (
  stream_id    integer NOT NULL,
  event_seq    bigint NOT NULL,
  event_at     timestamptz NOT NULL,
  subject_hash bigint NOT NULL,
  writer       xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (stream_id, event_seq)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

-- Without gaps, and never below a number that somebody may have read.
CREATE TABLE sagascope.feed_position (
  stream_id    integer NOT NULL,
  position     bigint NOT NULL,
  event_seq    bigint NOT NULL,
  event_at     timestamptz NOT NULL,
  subject_hash bigint NOT NULL,
  PRIMARY KEY (stream_id, position)
);

CREATE TABLE sagascope.feed (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project       text NOT NULL,
  name          text NOT NULL,
  topic         text NOT NULL,
  stream_id     integer NOT NULL REFERENCES sagascope.feed_stream (id),
  sink          text NOT NULL, -- what kind
  target        text,          -- where, for people; never a secret
  partitions    smallint NOT NULL,
  start_at      json NOT NULL,
  declared      boolean NOT NULL DEFAULT true, -- by the project's last registration; if not, nobody runs it
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (project, name)
);
CREATE INDEX feed_stream_idx ON sagascope.feed (stream_id);

-- How far a partition of a feed has come, and who leads it.
CREATE TABLE sagascope.feed_cursor (
  feed_id       integer NOT NULL REFERENCES sagascope.feed (id) ON DELETE CASCADE,
  partition     smallint NOT NULL,
  lineage       text NOT NULL,
  position      bigint,      -- the last one handed on; null: none yet
  placed        boolean NOT NULL, -- false: waits for its stream to open, to be put where start_at says
  owner         text,
  token         bigint NOT NULL DEFAULT 0,
  leased_until  timestamptz,
  failed_at     bigint,      -- the position the failures are counted at
  failures      integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error    json,        -- redacted
  advanced_at   timestamptz,
  PRIMARY KEY (feed_id, partition)
) WITH (fillfactor = 50);
