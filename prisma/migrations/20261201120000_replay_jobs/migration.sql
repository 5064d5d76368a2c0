-- What this does to a live table: nothing. All tables are new and empty.

-- Dead letters as somebody saw them: which, how many, as of when. Never changed.
CREATE TABLE sagascope.letter_selection (
  no         integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  id         text PRIMARY KEY,
  project    text NOT NULL,
  filter     json NOT NULL,
  cut_off_at timestamptz NOT NULL, -- letters captured later are not in it
  letters    integer NOT NULL,
  subjects   integer NOT NULL,
  hash       text NOT NULL,        -- sha256 over the ids in order
  left_out   json NOT NULL,        -- letters that the filter finds and nobody can replay, by source
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX letter_selection_created_idx ON sagascope.letter_selection (created_at DESC, id);

CREATE TABLE sagascope.letter_selection_item (
  selection_no integer NOT NULL REFERENCES sagascope.letter_selection (no) ON DELETE CASCADE,
  ordinal      integer NOT NULL, -- by capture
  letter_id    text NOT NULL,
  lane         integer NOT NULL, -- one number a subject
  turn         integer NOT NULL, -- its place among the letters of its subject
  PRIMARY KEY (selection_no, ordinal)
);

-- A selection being replayed, or rehearsed.
CREATE TABLE sagascope.replay_job (
  no            integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  id            text PRIMARY KEY,
  selection_no  integer NOT NULL REFERENCES sagascope.letter_selection (no),
  project       text NOT NULL,
  state         text NOT NULL CHECK (state IN ('running', 'paused', 'cancelled', 'done')),
  why           text,            -- why it is paused
  dry_run       boolean NOT NULL,
  force         boolean NOT NULL,
  reason        text,
  actor         text NOT NULL,
  canary        integer NOT NULL, -- this many first, and the rest only if none of them fails
  canary_passed boolean NOT NULL,
  rate          double precision, -- letters a second; null: no limit
  parallel      integer NOT NULL, -- letters under way at once
  pause_share   double precision NOT NULL,
  letters       integer NOT NULL,
  handed_out    integer NOT NULL DEFAULT 0,
  open          integer NOT NULL DEFAULT 0,
  succeeded     integer NOT NULL DEFAULT 0,
  failed        integer NOT NULL DEFAULT 0,
  held          integer NOT NULL DEFAULT 0,
  skipped       integer NOT NULL DEFAULT 0,
  outcomes      json NOT NULL DEFAULT '{}',
  base_ended    integer NOT NULL DEFAULT 0, -- what had ended and failed when it was resumed last: shares are counted from there
  base_failed   integer NOT NULL DEFAULT 0,
  rate_at       timestamptz NOT NULL DEFAULT clock_timestamp(), -- up to when the rate is used up
  looked_at     timestamptz,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at   timestamptz
);
CREATE INDEX replay_job_open_idx ON sagascope.replay_job (project, looked_at) WHERE state = 'running' OR open > 0;
CREATE INDEX replay_job_created_idx ON sagascope.replay_job (created_at DESC, id);
CREATE UNIQUE INDEX replay_job_real_idx ON sagascope.replay_job (selection_no) WHERE state IN ('running', 'paused') AND NOT dry_run;

CREATE TABLE sagascope.replay_item (
  job_no     integer NOT NULL REFERENCES sagascope.replay_job (no) ON DELETE CASCADE,
  ordinal    integer NOT NULL,
  letter_id  text NOT NULL,
  lane       integer NOT NULL,
  turn       integer NOT NULL,
  -- blocked: an earlier letter of its subject comes first | ready | open: handed to the workers
  -- | succeeded | failed | held: an earlier letter of its subject failed | skipped: resolved or gone meanwhile
  state      text NOT NULL CHECK (state IN ('blocked', 'ready', 'open', 'succeeded', 'failed', 'held', 'skipped')),
  command_id text,
  outcome    text,
  PRIMARY KEY (job_no, ordinal)
) WITH (fillfactor = 80);
CREATE INDEX replay_item_ready_idx ON sagascope.replay_item (job_no, ordinal) WHERE state = 'ready';
CREATE INDEX replay_item_open_idx ON sagascope.replay_item (job_no, ordinal) WHERE state = 'open';
CREATE UNIQUE INDEX replay_item_turn_idx ON sagascope.replay_item (job_no, lane, turn);
CREATE INDEX replay_item_failed_idx ON sagascope.replay_item (job_no, ordinal) WHERE state IN ('failed', 'held', 'skipped');
