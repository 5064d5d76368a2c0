-- What this does to a live table: adds a nullable column to `worker`, at once; workers of before leave it empty.

-- When another worker first saw that this worker's database session is gone. It is emptied when the worker is heard of again.
ALTER TABLE sagascope.worker ADD COLUMN session_lost_at timestamptz;
