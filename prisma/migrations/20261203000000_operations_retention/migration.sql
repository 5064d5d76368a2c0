-- What this does to a live table: builds a partial index on `operator_command`, which holds up operators' requests for about a second a
-- million of them.

-- Retention finds commands that ended long ago. Those of a bulk job go with its letters, by their ids.
CREATE INDEX operator_command_finished_idx ON sagascope.operator_command (finished_at)
  WHERE finished_at IS NOT NULL AND (parameters ->> 'jobId') IS NULL;
