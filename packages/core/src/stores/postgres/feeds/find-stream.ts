import type { Sql } from "../sql.ts";

const FIND_STREAM = `
  SELECT id, topic, lineage, state, last_position AS "lastPosition", swept_seq AS "sweptSeq"
  FROM sagascope.feed_stream WHERE topic = $1`;

/** A topic that feeds read. */
export interface StreamRow {
  readonly id: number;
  readonly topic: string;
  readonly lineage: string;
  /** From `new` to `open`: see `openStream`. */
  readonly state: "new" | "waiting" | "sweeping" | "open";
  readonly lastPosition: string;
  readonly sweptSeq: string;
}

/** Undefined: no feed reads the topic. */
export async function findStream(sql: Sql, topic: string): Promise<StreamRow | undefined> {
  const [row] = await sql.query<StreamRow>("find feed stream", FIND_STREAM, [topic]);
  return row;
}
