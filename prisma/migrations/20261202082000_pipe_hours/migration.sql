-- What this does to a live table: writes some thousand rows (two days of minutes at most) and makes their key anew, in well under a second,
-- while workers that want to record their look wait.

-- Trends of a day and a week: beside each minute, its hour, which keeps the most that was seen within it. Minutes are kept for two days,
-- hours for eight.
ALTER TABLE sagascope.pipe_sample ADD COLUMN grain text NOT NULL DEFAULT 'minute' CHECK (grain IN ('minute', 'hour'));
ALTER TABLE sagascope.pipe_sample ALTER COLUMN grain DROP DEFAULT;
ALTER TABLE sagascope.pipe_sample DROP CONSTRAINT pipe_sample_pkey, ADD PRIMARY KEY (grain, at, kind, project, name);

INSERT INTO sagascope.pipe_sample (grain, at, kind, project, name, waiting, age_ms)
SELECT 'hour', date_trunc('hour', at, 'UTC'), kind, project, name, max(waiting), max(age_ms)
FROM sagascope.pipe_sample GROUP BY 2, 3, 4, 5;
