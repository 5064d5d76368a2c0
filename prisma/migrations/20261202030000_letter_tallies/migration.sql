-- What this does to a live table: builds seven indexes on `dead_letter` and counts its letters once, which holds up writes to it for some
-- seconds a million rows. From then on each statement that writes letters also writes a row or two of `letter_tally_change`.

-- A page of letters is found by whatever it is narrowed to, the newest first.
CREATE INDEX dead_letter_cause_open_idx ON sagascope.dead_letter (fingerprint, captured_at DESC, id) WHERE resolved_at IS NULL;
CREATE INDEX dead_letter_cause_seen_open_idx ON sagascope.dead_letter (fingerprint, last_seen_at DESC) WHERE resolved_at IS NULL;
CREATE INDEX dead_letter_consumer_open_idx ON sagascope.dead_letter (consumer, captured_at DESC, id) WHERE resolved_at IS NULL;
CREATE INDEX dead_letter_reason_open_idx ON sagascope.dead_letter (reason, captured_at DESC, id) WHERE resolved_at IS NULL;
CREATE INDEX dead_letter_type_open_idx ON sagascope.dead_letter (event_type, captured_at DESC, id) WHERE resolved_at IS NULL;
CREATE INDEX dead_letter_closed_idx ON sagascope.dead_letter (captured_at DESC, id)
  WHERE resolved_at IS NOT NULL AND archived_at IS NULL;
CREATE INDEX dead_letter_archived_idx ON sagascope.dead_letter (captured_at DESC, id) WHERE archived_at IS NOT NULL;

-- How many letters there are, by all that people group and filter them by: counting a million anew takes longer than anybody waits.
CREATE TABLE sagascope.letter_tally (
  project     text NOT NULL,
  fingerprint text NOT NULL,
  consumer    text NOT NULL,
  reason      text NOT NULL,
  event_type  text NOT NULL,
  source      text NOT NULL,
  state       text NOT NULL, -- open | resolved | archived
  hour        timestamptz NOT NULL, -- of capture, in UTC; the start of the day once that is some days ago
  letters     integer NOT NULL,
  came_back   integer NOT NULL, -- of these, given up more than once
  PRIMARY KEY (project, fingerprint, consumer, reason, event_type, source, state, hour)
);

-- What changed since: written by whoever writes letters, in the same transaction and without waiting for anybody. The count is the
-- sum of both tables, read in one statement; a worker adds one to the other now and then.
CREATE TABLE sagascope.letter_tally_change (
  no          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project     text NOT NULL,
  fingerprint text NOT NULL,
  consumer    text NOT NULL,
  reason      text NOT NULL,
  event_type  text NOT NULL,
  source      text NOT NULL,
  state       text NOT NULL,
  hour        timestamptz NOT NULL,
  letters     integer NOT NULL,
  came_back   integer NOT NULL
);
ALTER TABLE sagascope.letter_tally_change SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE FUNCTION sagascope.letter_state(resolved_at timestamptz, archived_at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN archived_at IS NOT NULL THEN 'archived' WHEN resolved_at IS NOT NULL THEN 'resolved' ELSE 'open' END $$;

INSERT INTO sagascope.letter_tally
SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
       date_trunc('hour', captured_at, 'UTC'), count(*), count(*) FILTER (WHERE occurrences > 1)
FROM sagascope.dead_letter GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

-- One statement, whatever the number of letters it wrote: a row a group of them, and none where nothing that is counted changed.
CREATE FUNCTION sagascope.tally_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sagascope.letter_tally_change
      (project, fingerprint, consumer, reason, event_type, source, state, hour, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
           date_trunc('hour', captured_at, 'UTC'), count(*), count(*) FILTER (WHERE occurrences > 1)
    FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO sagascope.letter_tally_change
      (project, fingerprint, consumer, reason, event_type, source, state, hour, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
           date_trunc('hour', captured_at, 'UTC'), -count(*), -count(*) FILTER (WHERE occurrences > 1)
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
  ELSE
    INSERT INTO sagascope.letter_tally_change
      (project, fingerprint, consumer, reason, event_type, source, state, hour, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
           date_trunc('hour', captured_at, 'UTC'), sum(n), coalesce(sum(n) FILTER (WHERE occurrences > 1), 0)
    FROM (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 AS n FROM gone) both_of_them
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(n) <> 0 OR coalesce(sum(n) FILTER (WHERE occurrences > 1), 0) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION sagascope.forget_letter_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sagascope.letter_tally;
  DELETE FROM sagascope.letter_tally_change;
  RETURN NULL;
END $$;
CREATE TRIGGER dead_letter_added AFTER INSERT ON sagascope.dead_letter
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sagascope.tally_letters();
CREATE TRIGGER dead_letter_changed AFTER UPDATE ON sagascope.dead_letter
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sagascope.tally_letters();
CREATE TRIGGER dead_letter_gone AFTER DELETE ON sagascope.dead_letter
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sagascope.tally_letters();
CREATE TRIGGER dead_letter_emptied AFTER TRUNCATE ON sagascope.dead_letter
  FOR EACH STATEMENT EXECUTE FUNCTION sagascope.forget_letter_tallies();

-- By the hour as long as somebody may ask for hours, then by the day, so that old letters make few rows.
CREATE FUNCTION sagascope.tally_hour(hour timestamptz, today timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN hour < today - interval '4 days' THEN date_trunc('day', hour, 'UTC') ELSE hour END $$;

-- Add the changes to the tallies; whoever comes while another does it leaves it to them. Returns how many changes there were.
CREATE FUNCTION sagascope.fold_letter_tallies(changes_max integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  today timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
  folded integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(727073, 7) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM sagascope.letter_tally_change
    WHERE no IN (SELECT no FROM sagascope.letter_tally_change ORDER BY no LIMIT changes_max) RETURNING *
  ), summed AS (
    INSERT INTO sagascope.letter_tally AS t
      (project, fingerprint, consumer, reason, event_type, source, state, hour, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, state, sagascope.tally_hour(hour, today),
           sum(letters), sum(came_back)
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (project, fingerprint, consumer, reason, event_type, source, state, hour) DO UPDATE
      SET letters = t.letters + excluded.letters, came_back = t.came_back + excluded.came_back
    RETURNING 1
  )
  SELECT count(*) INTO folded FROM gone;
  DELETE FROM sagascope.letter_tally WHERE letters = 0 AND came_back = 0;
  RETURN folded;
END $$;

-- Once a day is enough: what is by the hour and some days ago is added to its day.
CREATE FUNCTION sagascope.roll_up_letter_tallies() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(727073, 7);
  WITH gone AS (
    DELETE FROM sagascope.letter_tally
    WHERE hour < today - interval '4 days' AND hour <> date_trunc('day', hour, 'UTC') RETURNING *
  )
  INSERT INTO sagascope.letter_tally_change
    (project, fingerprint, consumer, reason, event_type, source, state, hour, letters, came_back)
  SELECT project, fingerprint, consumer, reason, event_type, source, state, date_trunc('day', hour, 'UTC'),
         sum(letters), sum(came_back)
  FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
END $$;
SELECT sagascope.roll_up_letter_tallies();
