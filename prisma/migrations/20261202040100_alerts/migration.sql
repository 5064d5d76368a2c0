-- What this does to a live table: builds an index on `dead_letter`, which holds up its writes for about a second a million open letters. The
-- tables are new and empty.

-- Where alerts go. What may not be shown (a signing secret, an address with a token in it, a password) is sealed.
CREATE TABLE sagascope.alert_channel (
  id          text PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  kind        text NOT NULL CHECK (kind IN ('webhook', 'slack', 'email')),
  settings    json NOT NULL,
  sealed      bytea NOT NULL,
  created_by  text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What is watched, from which value on it is an alert, and whom it is told.
CREATE TABLE sagascope.alert_rule (
  id          text PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  signal      text NOT NULL,
  threshold   double precision NOT NULL,
  machine_id  text,                          -- of one machine, consumer or project only
  channels    text[] NOT NULL DEFAULT '{}',
  quiet       json,                          -- {"from": "22:00", "to": "07:00", "zone": "Europe/Berlin"}
  enabled     boolean NOT NULL DEFAULT true,
  created_by  text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One row from when a rule is broken until it is kept again.
CREATE TABLE sagascope.alert (
  id           text PRIMARY KEY,
  rule_id      text NOT NULL,
  rule_name    text NOT NULL,
  signal       text NOT NULL,
  subject      text NOT NULL,                -- the machine, consumer or project that it is about
  value        double precision NOT NULL,    -- as last seen
  summary      text NOT NULL,
  raised_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  silent_since timestamptz,                  -- not broken any more, but not for long enough
  recovered_at timestamptz
);
-- Two who evaluate at once raise one.
CREATE UNIQUE INDEX alert_open_idx ON sagascope.alert (rule_id, subject) WHERE recovered_at IS NULL;
CREATE INDEX alert_raised_idx ON sagascope.alert (raised_at DESC, id);

-- What has to be told to a channel. Written with the alert, in one transaction: told at least once.
CREATE TABLE sagascope.alert_notice (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel_id   text NOT NULL,
  channel_name text NOT NULL,
  alert_id     text,
  kind         text NOT NULL CHECK (kind IN ('raised', 'recovered', 'test')),
  message      json NOT NULL,
  due_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts     integer NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at     timestamptz,
  outcome      text CHECK (outcome IN ('sent', 'gave up', 'needless')),
  last_error   text
);
CREATE INDEX alert_notice_due_idx ON sagascope.alert_notice (due_at) WHERE ended_at IS NULL;
CREATE INDEX alert_notice_alert_idx ON sagascope.alert_notice (alert_id);
CREATE INDEX alert_notice_created_idx ON sagascope.alert_notice (created_at DESC, id);

-- Who evaluates: one process at a time, whichever has the lease.
CREATE TABLE sagascope.alert_watch (
  one          boolean PRIMARY KEY DEFAULT true CHECK (one),
  owner        text,
  leased_until timestamptz,
  evaluated_at timestamptz
);
INSERT INTO sagascope.alert_watch DEFAULT VALUES;

-- Letters that came or came back lately are looked for every few seconds.
CREATE INDEX dead_letter_seen_idx ON sagascope.dead_letter (last_seen_at) WHERE resolved_at IS NULL;
