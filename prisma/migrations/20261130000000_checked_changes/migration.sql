-- Lets a statement check how many rows it changed, and leaves room beside instances. Changes no data: on a live table both
-- take a moment.

-- Fails, and with it the transaction, unless as many rows changed as were expected. A worker sends all statements of a
-- commit at once, and so cannot look at the count of one before it sends the next.
CREATE FUNCTION sagascope.expect(what text, expected integer, changed integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF changed IS DISTINCT FROM expected THEN
    RAISE EXCEPTION '% no longer fits', what
      USING ERRCODE = 'SG409', DETAIL = what || ' of ' || expected || ' of ' || changed;
  END IF;
  RETURN true;
END $$;

-- Room on the page for the next revision, so that it needs no new index entries.
ALTER TABLE sagascope.instance SET (fillfactor = 60);
