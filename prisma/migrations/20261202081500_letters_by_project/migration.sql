-- What this does to a live table: names the source in the work keys of letters of envelopes, and builds the index that keeps letters apart
-- anew, which holds up writes to `dead_letter` for some seconds a million rows. A worker of the version before can write no letters from
-- then on: what it would give up, it holds until another worker takes it over.

-- Ids of envelopes are unique within their source, so that two of them under one id would be one letter, with the original of the first.
-- The key's last part is the beginning of the source's sha256: `envelopeWorkKey` makes the same.
ALTER TABLE sagascope.dead_letter DISABLE TRIGGER dead_letter_changed;
UPDATE sagascope.dead_letter
SET work_key = 'envelope:' || envelope_id || '@' || left(encode(sha256(convert_to(envelope ->> 'source', 'UTF8')), 'hex'), 16)
WHERE work_key = 'envelope:' || envelope_id AND json_typeof(envelope) = 'object' AND envelope ->> 'source' IS NOT NULL;
ALTER TABLE sagascope.dead_letter ENABLE TRIGGER dead_letter_changed;

-- Feeds and relays of two projects may have one name. The key comes first, since letters of a service call are found by theirs.
ALTER TABLE sagascope.dead_letter
  DROP CONSTRAINT dead_letter_consumer_work_key_key,
  ADD CONSTRAINT dead_letter_work_key_project_consumer_key UNIQUE (work_key, project, consumer);
