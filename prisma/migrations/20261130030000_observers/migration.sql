-- What this does to a live table: nothing, it only creates one.

-- Services of other people that a project records without handling what they say. The console names them by it.
CREATE TABLE sagascope.observer (
  project    text NOT NULL,
  name       text NOT NULL,
  topic      text NOT NULL,
  source     text, -- null: whatever comes on the topic and is of no other observer
  types      text[] NOT NULL DEFAULT '{}', -- what it is known to publish; empty: anything
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (project, name, topic)
);
