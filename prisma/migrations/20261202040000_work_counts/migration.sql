-- What this does to a live table: nothing; both tables are new and empty. Counting begins with the first worker of this version, so that what
-- was done before is not in it.

-- What one transaction did, one row a machine: appended by the commit itself and taken away when it is added up, a few seconds
-- later. No index, since it is only ever read as a whole and short.
CREATE TABLE sagascope.work_entry (
  at            timestamptz NOT NULL DEFAULT clock_timestamp(),
  project       text NOT NULL,
  machine_id    text NOT NULL,
  started       integer NOT NULL DEFAULT 0,
  completed     integer NOT NULL DEFAULT 0,
  compensated   integer NOT NULL DEFAULT 0,
  failed        integer NOT NULL DEFAULT 0,
  cancelled     integer NOT NULL DEFAULT 0,
  retried_runs  integer NOT NULL DEFAULT 0,
  steps         integer NOT NULL DEFAULT 0,
  published     integer NOT NULL DEFAULT 0,
  consumed      integer NOT NULL DEFAULT 0,
  retried       integer NOT NULL DEFAULT 0,
  dead_lettered integer NOT NULL DEFAULT 0,
  calls         integer NOT NULL DEFAULT 0,
  calls_retried integer NOT NULL DEFAULT 0,
  calls_failed  integer NOT NULL DEFAULT 0
);
-- A queue: as much is deleted as is written.
ALTER TABLE sagascope.work_entry SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Added up: by the minute for two days, by the hour for 400, and in all.
CREATE TABLE sagascope.work_count (
  grain         text NOT NULL CHECK (grain IN ('minute', 'hour', 'total')),
  at            timestamptz NOT NULL,
  project       text NOT NULL,
  machine_id    text NOT NULL,
  started       bigint NOT NULL DEFAULT 0,
  completed     bigint NOT NULL DEFAULT 0,
  compensated   bigint NOT NULL DEFAULT 0,
  failed        bigint NOT NULL DEFAULT 0,
  cancelled     bigint NOT NULL DEFAULT 0,
  retried_runs  bigint NOT NULL DEFAULT 0,
  steps         bigint NOT NULL DEFAULT 0,
  published     bigint NOT NULL DEFAULT 0,
  consumed      bigint NOT NULL DEFAULT 0,
  retried       bigint NOT NULL DEFAULT 0,
  dead_lettered bigint NOT NULL DEFAULT 0,
  calls         bigint NOT NULL DEFAULT 0,
  calls_retried bigint NOT NULL DEFAULT 0,
  calls_failed  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (grain, at, project, machine_id)
);
-- A row a machine, rewritten every few seconds.
ALTER TABLE sagascope.work_count SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
