-- What this does to a live table: counts all letters once more by their topic, a second or two for a million, while whoever writes letters
-- waits; reading goes on but for a moment at the end.

-- Letters are tallied by topic, too: how many are open of each consumer and topic is asked every second by whoever looks at the pipes,
-- and by each scrape of the metrics.

-- Nobody folds meanwhile; and in the order in which writers come to these tables.
SELECT pg_advisory_xact_lock(727073, 7);
LOCK TABLE sagascope.dead_letter IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE sagascope.letter_tally_change ADD COLUMN topic text NOT NULL DEFAULT ''; -- '': of none
ALTER TABLE sagascope.letter_tally ADD COLUMN topic text NOT NULL DEFAULT '';
ALTER TABLE sagascope.letter_tally_change ALTER COLUMN topic DROP DEFAULT;
ALTER TABLE sagascope.letter_tally ALTER COLUMN topic DROP DEFAULT;
ALTER TABLE sagascope.letter_tally DROP CONSTRAINT letter_tally_pkey,
  ADD PRIMARY KEY (project, fingerprint, consumer, reason, event_type, source, state, hour, topic);

DELETE FROM sagascope.letter_tally_change;
DELETE FROM sagascope.letter_tally;
INSERT INTO sagascope.letter_tally
  (project, fingerprint, consumer, reason, event_type, source, state, hour, topic, letters, came_back)
SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
       date_trunc('hour', captured_at, 'UTC'), coalesce(topic, ''), count(*), count(*) FILTER (WHERE occurrences > 1)
FROM sagascope.dead_letter GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

-- As before, with the topic.
CREATE OR REPLACE FUNCTION sagascope.tally_letters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sagascope.letter_tally_change
      (project, fingerprint, consumer, reason, event_type, source, state, hour, topic, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
           date_trunc('hour', captured_at, 'UTC'), coalesce(topic, ''), count(*), count(*) FILTER (WHERE occurrences > 1)
    FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO sagascope.letter_tally_change
      (project, fingerprint, consumer, reason, event_type, source, state, hour, topic, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
           date_trunc('hour', captured_at, 'UTC'), coalesce(topic, ''), -count(*), -count(*) FILTER (WHERE occurrences > 1)
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
  ELSE
    INSERT INTO sagascope.letter_tally_change
      (project, fingerprint, consumer, reason, event_type, source, state, hour, topic, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, sagascope.letter_state(resolved_at, archived_at),
           date_trunc('hour', captured_at, 'UTC'), coalesce(topic, ''), sum(n),
           coalesce(sum(n) FILTER (WHERE occurrences > 1), 0)
    FROM (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 AS n FROM gone) both_of_them
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    HAVING sum(n) <> 0 OR coalesce(sum(n) FILTER (WHERE occurrences > 1), 0) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sagascope.fold_letter_tallies(changes_max integer) RETURNS integer LANGUAGE plpgsql AS $$
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
      (project, fingerprint, consumer, reason, event_type, source, state, hour, topic, letters, came_back)
    SELECT project, fingerprint, consumer, reason, event_type, source, state, sagascope.tally_hour(hour, today), topic,
           sum(letters), sum(came_back)
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (project, fingerprint, consumer, reason, event_type, source, state, hour, topic) DO UPDATE
      SET letters = t.letters + excluded.letters, came_back = t.came_back + excluded.came_back
    RETURNING 1
  )
  SELECT count(*) INTO folded FROM gone;
  DELETE FROM sagascope.letter_tally WHERE letters = 0 AND came_back = 0;
  RETURN folded;
END $$;

CREATE OR REPLACE FUNCTION sagascope.roll_up_letter_tallies() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(727073, 7);
  WITH gone AS (
    DELETE FROM sagascope.letter_tally
    WHERE hour < today - interval '4 days' AND hour <> date_trunc('day', hour, 'UTC') RETURNING *
  )
  INSERT INTO sagascope.letter_tally_change
    (project, fingerprint, consumer, reason, event_type, source, state, hour, topic, letters, came_back)
  SELECT project, fingerprint, consumer, reason, event_type, source, state, date_trunc('day', hour, 'UTC'), topic,
         sum(letters), sum(came_back)
  FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
END $$;
SELECT sagascope.roll_up_letter_tallies();
