-- What this does to a live table: adds an empty column to `outbox_message`, at once and without rewriting it, and an index that
-- no row is in yet: building it reads the table once, while writes to it wait (a second for some million rows).

ALTER TABLE sagascope.outbox_message ADD COLUMN timer_id text;

-- One message that waits under a name of its topic: set again it is replaced, and it can be cancelled.
CREATE UNIQUE INDEX outbox_message_pending_timer_idx ON sagascope.outbox_message (topic, timer_id)
  WHERE status = 'pending' AND timer_id IS NOT NULL;
