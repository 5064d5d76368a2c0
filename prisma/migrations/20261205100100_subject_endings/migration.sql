-- What this does to a live table: builds an index on `instance`, which holds up steps for about three seconds a million instances.

-- Which subjects end with a text, whatever stands before it: `42` means `order-42` of each of thousands of tenants. A subject never changes,
-- so a step stays a heap-only update; a new instance writes one entry more, with random keys some 450 bytes of log.
CREATE INDEX instance_ending_idx ON sagascope.instance (reverse(subject) text_pattern_ops);
