-- What this does to a live table: changes two settings of `outbox_message`, at once; nothing is rewritten, reads and writes go on.

-- Each message is rewritten by its claim and by its end.
ALTER TABLE sagascope.outbox_message SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
