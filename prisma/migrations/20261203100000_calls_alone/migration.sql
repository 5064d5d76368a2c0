-- What this does to a live table: adds two columns with constant defaults to `effect`, which rewrites nothing and holds the table for a
-- moment.

-- A call that never ended because its worker died is no try: deaths are counted apart, and what has seen several is tried alone. Rows from
-- before keep the tries that deaths cost them.
ALTER TABLE sagascope.effect
  ADD COLUMN deaths integer NOT NULL DEFAULT 0,
  ADD COLUMN alone boolean NOT NULL DEFAULT false;
