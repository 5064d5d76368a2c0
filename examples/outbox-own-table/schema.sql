-- A table as it may be there already: made by hand, with names of its own.

CREATE TABLE purchase (
  id       integer PRIMARY KEY,
  customer text NOT NULL,
  total    numeric NOT NULL
);

CREATE TABLE notification (
  no            bigserial PRIMARY KEY,
  channel       text NOT NULL,                  -- the topic: mail, sms
  customer      text,                           -- notifications of one customer stay in order
  content       jsonb NOT NULL,
  hints         jsonb NOT NULL DEFAULT '{}',
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'dismissed')),
  try_after     timestamptz NOT NULL DEFAULT clock_timestamp(),
  claim         uuid,                           -- a new one each time somebody takes it
  claimed_by    text,
  tries         integer NOT NULL DEFAULT 0,
  handed_out    integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  problem       text,
  written_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX notification_waiting_idx ON notification (no) WHERE state = 'waiting';
CREATE INDEX notification_customer_idx ON notification (customer, no) WHERE state = 'waiting';
