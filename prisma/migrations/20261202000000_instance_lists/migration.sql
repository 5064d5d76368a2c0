-- What this does to a live table: builds two indexes on `instance`, one on `dead_letter` and a small one on `effect`, which holds up
-- writes to each for some seconds a million rows. The other tables are new and empty.

-- Every list and count of instances by version, machine, status or phase: one range each, the newest first. All of its columns change at
-- the end of an instance at most, so that a step stays a heap-only update.
CREATE INDEX instance_list_idx ON sagascope.instance (chart_id, status, phase, started_at);
-- Where an instance ended. Written once; an active one's states change with each step, and the active ones are few enough to look at.
CREATE INDEX instance_ended_states_idx ON sagascope.instance USING gin (states) WITH (fastupdate = off)
  WHERE status <> 'active';
-- Which instances have open letters.
CREATE INDEX dead_letter_instance_idx ON sagascope.dead_letter (machine_id, subject)
  WHERE resolved_at IS NULL AND machine_id IS NOT NULL;
-- Whose service call was given up: asked of each instance that rests.
CREATE INDEX effect_dead_idx ON sagascope.effect (machine_id, subject) WHERE status = 'dead';

-- What a list is narrowed to, under a name: a person's own, or for everyone.
CREATE TABLE sagascope.saved_view (
  id         text PRIMARY KEY,
  page       text NOT NULL,
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  query      text NOT NULL CHECK (length(query) <= 4000), -- as the page's URL has it
  shared     boolean NOT NULL,
  owner_id   text NOT NULL,
  owner_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX saved_view_own_idx ON sagascope.saved_view (page, owner_id, name) WHERE NOT shared;
CREATE UNIQUE INDEX saved_view_shared_idx ON sagascope.saved_view (page, name) WHERE shared;

-- Where a person was last, and what they keep at hand.
CREATE TABLE sagascope.remembered_place (
  user_id    text NOT NULL REFERENCES sagascope."user" (id) ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('instance', 'conversation', 'letter')),
  place      text NOT NULL, -- <machine>/<subject>, a correlation id or a letter's id
  pinned     boolean NOT NULL DEFAULT false,
  visited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, kind, place)
);
