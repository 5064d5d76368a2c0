-- What this does to a live table: adds an empty column to `machine_version`, which has a row for each version of a chart.

-- The longest an instance takes by its timeouts, as a worker worked it out when it registered the chart with its logic: how often a step
-- is tried stands in no chart. Nothing where there is no such bound, and until a worker of this version starts.
ALTER TABLE sagascope.machine_version ADD COLUMN time_budget_ms double precision;
