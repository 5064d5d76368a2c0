-- What this does to a live table: writes `instance` anew, with its indexes, and lets nobody read or write it meanwhile: some ten seconds a
-- million instances. Stop the workers first.

-- Where an instance ended. An index names its columns whether a row is in it or not: one on `states`, even of ended instances alone, made
-- each step write an entry in every index of the table. What this column holds changes once, at the end.
DROP INDEX sagascope.instance_ended_states_idx;
ALTER TABLE sagascope.instance
  ADD COLUMN ended_states text[] GENERATED ALWAYS AS (CASE WHEN status <> 'active' THEN states END) STORED;
CREATE INDEX instance_ended_states_idx ON sagascope.instance USING gin (ended_states) WITH (fastupdate = off)
  WHERE ended_states IS NOT NULL;
