import type { Sql } from "../sql.ts";
import { PARTITIONED, type Partitioned } from "./needed.ts";

const LIST = `
  SELECT p.name, p.starts_at AS "startsAt", p.ends_at AS "endsAt",
         greatest(0, c.reltuples)::bigint AS rows, pg_total_relation_size(c.oid) AS bytes
  FROM sagascope.partitions_of($1) p
  JOIN pg_class c ON c.oid = to_regclass('sagascope.' || quote_ident(p.name))
  WHERE p.ends_at <= $2 ORDER BY p.ends_at`;

/** A partition all of whose rows are older than asked for. */
export interface OldPartition {
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** As the server's statistics have it. */
  readonly rows: string;
  readonly bytes: string;
}

/** Partitions that end before a time, oldest first. */
export function listOldPartitions(
  sql: Sql,
  what: Partitioned,
  before: Date,
): Promise<readonly OldPartition[]> {
  return sql.query<OldPartition>("list old partitions", LIST, [PARTITIONED[what].table, before]);
}
