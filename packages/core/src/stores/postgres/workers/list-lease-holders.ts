import type { Sql } from "../sql.ts";

const LIST = `
  SELECT project, owner, count(*)::int AS shards, min(token) AS "lowestToken", max(token) AS "highestToken",
         min(leased_until) AS "leasedUntil"
  FROM sagascope.lane_shard WHERE owner IS NOT NULL AND leased_until > clock_timestamp()
  GROUP BY project, owner ORDER BY project, count(*) DESC, owner`;

/** A worker that holds lanes of a project: all relays and machines of it work under these leases. */
export interface LeaseHolder {
  readonly project: string;
  /** The worker's id. */
  readonly owner: string;
  readonly shards: number;
  /** Each shard has a fence token of its own, which goes up with each hand-over and is checked by each commit. */
  readonly lowestToken: string;
  readonly highestToken: string;
  /** When the first of its leases runs out, unless it is renewed. */
  readonly leasedUntil: Date;
}

/** Who holds the lanes of each project, by a lease that has not run out; who holds most of them first. */
export function listLeaseHolders(sql: Sql): Promise<readonly LeaseHolder[]> {
  return sql.query<LeaseHolder>("list lease holders", LIST);
}
