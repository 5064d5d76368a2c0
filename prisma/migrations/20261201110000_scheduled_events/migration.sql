-- What this does to a live table: nothing, it only creates one.

CREATE SEQUENCE sagascope.scheduled_event_seq;

-- Envelopes that are to be published later, each under a name of its own on its topic: set again it is replaced. Whoever promotes
-- them deletes the row in the statement that writes the event.
CREATE TABLE sagascope.scheduled_event (
  topic           text NOT NULL,
  key             text NOT NULL,
  seq             bigint NOT NULL DEFAULT nextval('sagascope.scheduled_event_seq'), -- which of those due at one time was set first
  due_at          timestamptz NOT NULL,
  set_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  id              text NOT NULL,
  source          text NOT NULL,
  type            text NOT NULL,
  subject         text NOT NULL,
  correlation_id  text NOT NULL,
  causation_id    text,
  machine_id      text,
  machine_version text,
  direction       text NOT NULL CHECK (direction IN ('received', 'published')),
  envelope        json NOT NULL,
  PRIMARY KEY (topic, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
CREATE INDEX scheduled_event_due_idx ON sagascope.scheduled_event (due_at, seq);
