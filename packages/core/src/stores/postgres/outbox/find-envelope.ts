import type { Sql } from "../sql.ts";

const FIND_ENVELOPE = `
  SELECT envelope::text AS envelope FROM sagascope.event WHERE id = $1 ORDER BY seq LIMIT 1`;

/** The first envelope with this id, as it was sent; undefined once retention dropped it. */
export async function findEnvelope(sql: Sql, envelopeId: string): Promise<string | undefined> {
  const [row] = await sql.query<{ envelope: string }>("find envelope", FIND_ENVELOPE, [envelopeId]);
  return row?.envelope;
}
