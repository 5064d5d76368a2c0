-- What this does to a live table: nothing; the table is new and empty. Until a worker of this version has started, the console
-- and the command line mask by the built-in rules, as before.

-- What a project masks, and each of its machines, as they registered it: the console and the command line hold no project and show data of all.
CREATE TABLE sagascope.redaction_rule (
  project       text NOT NULL,
  machine_id    text NOT NULL DEFAULT '', -- empty: what belongs to no machine of the project
  settings      json NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (project, machine_id)
);
