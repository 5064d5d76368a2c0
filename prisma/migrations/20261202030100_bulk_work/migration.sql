-- What this does to a live table: two columns with constant defaults (no rewrite), an index on the small `replay_job`, and one on
-- `replay_item`, which holds up running jobs for a second a million letters of old ones.

-- What a selection was frozen for: it decides which letters it holds. Jobs replay or resolve.
ALTER TABLE sagascope.letter_selection ADD COLUMN purpose text NOT NULL DEFAULT 'replay'
  CHECK (purpose IN ('replay', 'resolve', 'archive', 'restore', 'assign'));
ALTER TABLE sagascope.replay_job ADD COLUMN kind text NOT NULL DEFAULT 'replay' CHECK (kind IN ('replay', 'resolve'));
CREATE INDEX replay_job_selection_idx ON sagascope.replay_job (selection_no, created_at DESC);
-- Letters of a job are listed by how they ended.
CREATE INDEX replay_item_succeeded_idx ON sagascope.replay_item (job_no, ordinal) WHERE state = 'succeeded';
