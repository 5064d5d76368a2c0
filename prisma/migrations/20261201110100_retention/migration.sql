-- What this does to a live table: builds an index on `instance`, one on `dead_letter` and a small one on `inbox`, which holds up
-- writes to each for some seconds a million rows; vacuum settings take a moment. `event` and `history` keep their partitions, new
-- ones are a week wide.

-- Whose time is over is found without looking at the rest.
CREATE INDEX instance_finished_idx ON sagascope.instance (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX dead_letter_resolved_idx ON sagascope.dead_letter (resolved_at) WHERE resolved_at IS NOT NULL;
CREATE INDEX inbox_recorded_idx ON sagascope.inbox USING brin (recorded_at); -- next to nothing for each receipt

-- Partitions of a table by time, but for the one that takes the rest.
CREATE FUNCTION sagascope.partitions_of(parent text)
  RETURNS TABLE (name text, starts_at timestamptz, ends_at timestamptz) LANGUAGE sql STABLE
  AS $$
    SELECT c.relname::text, (regexp_match(b.bound, 'FROM \(''([^'']+)''\)'))[1]::timestamptz,
           (regexp_match(b.bound, 'TO \(''([^'']+)''\)'))[1]::timestamptz
    FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL pg_get_expr(c.relpartbound, c.oid) AS b (bound)
    WHERE i.inhparent = ('sagascope.' || quote_ident(parent))::regclass AND b.bound <> 'DEFAULT'
    ORDER BY 3
  $$;

-- Partitions of event and history by the week, from where the last one ends until `days_ahead` days from now. A read of lanes pays for each
-- partition, measured at a fifth of a millisecond for ten of them, so they are few. Made beside the table and attached: that waits
-- neither for transactions that publish nor lets them wait. Rows without a partition go to the default one, so that a missed
-- run loses nothing; a week that has some there stays there.
CREATE OR REPLACE FUNCTION sagascope.ensure_partitions(days_ahead integer) RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '1s' AS $$
DECLARE
  parent text;
  starts timestamptz;
  ends timestamptz;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(727073, 1);
  FOREACH parent IN ARRAY ARRAY['event', 'history'] LOOP
    SELECT greatest(max(p.ends_at), date_trunc('week', clock_timestamp(), 'UTC'))
    INTO starts FROM sagascope.partitions_of(parent) p;
    WHILE starts <= clock_timestamp() + days_ahead * interval '1 day' LOOP
      ends := date_trunc('week', starts, 'UTC') + interval '7 days';
      name := parent || '_p' || to_char(starts AT TIME ZONE 'UTC', 'YYYYMMDD');
      BEGIN
        EXECUTE format('CREATE TABLE sagascope.%I (LIKE sagascope.%I INCLUDING ALL)', name, parent);
        EXECUTE format('ALTER TABLE sagascope.%I ATTACH PARTITION sagascope.%I FOR VALUES FROM (%L) TO (%L)',
          parent, name, starts, ends);
      EXCEPTION WHEN check_violation THEN
        NULL; -- the default partition already holds rows of that week: they stay there
      END;
      starts := ends;
    END LOOP;
  END LOOP;
END $$;

-- ---------- vacuum: tables whose rows are rewritten all the time ----------

-- A row a worker, a shard or a cursor, rewritten every few seconds: a page of dead ones is enough to clean up.
ALTER TABLE sagascope.lane_shard SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE sagascope.delivery_claim SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE sagascope.worker SET (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 500);
ALTER TABLE sagascope.feed_cursor SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE sagascope.feed_stream SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
-- Queues: as much is deleted as is written.
ALTER TABLE sagascope.timer SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- Large, with a small part in motion: a fifth of all rows, the server's default, is far too many dead ones to wait for.
ALTER TABLE sagascope.instance SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
ALTER TABLE sagascope.effect SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
ALTER TABLE sagascope.inbox SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);
