-- What this does to a live table: adds an empty column to `timer`.

-- The trace of the step that set a timer, so that what it leads to is part of it; nothing while nobody collects spans.
ALTER TABLE sagascope.timer ADD COLUMN traceparent text;
