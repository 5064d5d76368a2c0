-- What this does to a live table: adds a column without a default to `machine`, which has a row a machine.

-- Where a machine publishes, as its project says. Null until a worker of this version has registered it.
ALTER TABLE sagascope.machine ADD COLUMN topic text;
