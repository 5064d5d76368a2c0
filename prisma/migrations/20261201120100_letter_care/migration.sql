-- What this does to a live table: `dead_letter` gets a column without a default (no rewrite). The other tables are new and empty.

ALTER TABLE sagascope.dead_letter ADD COLUMN archived_at timestamptz; -- out of sight, kept; only resolved ones

-- What people say about a cause, and who looks after it.
CREATE TABLE sagascope.letter_group (
  fingerprint text PRIMARY KEY,
  assignee    text,
  assigned_by text NOT NULL,
  assigned_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE sagascope.letter_note (
  id          text PRIMARY KEY,
  fingerprint text NOT NULL,
  at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  author      text NOT NULL,
  note        text NOT NULL
);
CREATE INDEX letter_note_cause_idx ON sagascope.letter_note (fingerprint, at);
