-- What this does to a live table: nothing; the table is new and empty. Trends begin with the first worker of this version.

-- How much waited and for how long, one row a minute for each feed, relay and machine that something waited for, and one (`all`) for
-- everything, which says that somebody looked. Kept for two days.
CREATE TABLE sagascope.pipe_sample (
  at      timestamptz NOT NULL,
  kind    text NOT NULL CHECK (kind IN ('all', 'feed', 'relay', 'queue')),
  project text NOT NULL,
  name    text NOT NULL,
  waiting bigint NOT NULL,
  age_ms  bigint NOT NULL,
  PRIMARY KEY (at, kind, project, name)
);
-- Only ever added to at one end and deleted from at the other.
ALTER TABLE sagascope.pipe_sample SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
