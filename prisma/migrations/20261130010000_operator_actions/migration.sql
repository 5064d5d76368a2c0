-- What this does to a live table: adds columns to `operator_command` and `timer`. None rewrites its table: each is empty or has a
-- constant default. Requests that wait meanwhile belong to no shard, so that any worker takes them.

ALTER TABLE sagascope.operator_command
  ADD COLUMN parameters json NOT NULL DEFAULT '{}', -- what the kind of request asks for: event, call, revision, version
  ADD COLUMN shard smallint;                        -- of the subject it is about: its owner performs it; NULL for anyone

ALTER TABLE sagascope.timer
  ADD COLUMN deliveries integer NOT NULL DEFAULT 0, -- workers that took it up since it fell due
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,   -- workers that died while they fired it and did nothing else
  ADD COLUMN taken_by text;                         -- the worker that took it up last
