import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPgPool } from "../sql.ts";
import { freezeSelection } from "./freeze-selection.ts";
import { startReplayJob } from "./start-job.ts";

/** Notes what limit holds while a row is written. */
const NOTE_LIMITS = `
  CREATE TABLE public.noted (place text, statement_timeout text);
  CREATE FUNCTION public.note_limit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.noted VALUES (TG_TABLE_NAME, current_setting('statement_timeout')); RETURN NULL;
  END $$;
  CREATE TRIGGER note_limit AFTER INSERT ON sagascope.letter_selection FOR EACH STATEMENT EXECUTE FUNCTION public.note_limit();
  CREATE TRIGGER note_limit AFTER INSERT ON sagascope.replay_job FOR EACH STATEMENT EXECUTE FUNCTION public.note_limit()`;

describe("statements over a whole selection", () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(NOTE_LIMITS);
    pool = new pg.Pool({ connectionString: database.url, statement_timeout: 10_000 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it("may take longer than others of a console's connections, and nothing after them may", async () => {
    const sql = fromPgPool(pool);
    const request = { project: "shop", filter: {}, actor: "mara" };
    const { id: selectionId, hash } = await freezeSelection(sql, request);
    await startReplayJob(sql, { selectionId, hash, actor: "mara" });
    const { rows } = await pool.query("SELECT * FROM public.noted ORDER BY place");
    expect(rows).toEqual([
      { place: "letter_selection", statement_timeout: "10min" },
      { place: "replay_job", statement_timeout: "10min" },
    ]);
    const after = await pool.query("SELECT current_setting('statement_timeout') AS own");
    expect(after.rows).toEqual([{ own: "10s" }]);
  });
});
