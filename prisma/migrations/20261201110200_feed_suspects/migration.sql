-- What this does to a live table: adds two columns to `feed_cursor`, which rewrites nothing. A worker of the version before leaves them
-- alone.

ALTER TABLE sagascope.feed_cursor
  ADD COLUMN suspected_at bigint,                -- the position behind which a leader died; null: none did since it moved
  ADD COLUMN tries integer NOT NULL DEFAULT 0;   -- batches begun behind it since, of whose end nothing was heard
