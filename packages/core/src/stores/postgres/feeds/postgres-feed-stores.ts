import type { FeedStores } from "../../../feeds/feed-stores.ts";
import type { SqlPool } from "../sql.ts";
import { postgresFeedCursors } from "./postgres-feed-cursors.ts";
import { type FeedLeaseSettings, postgresFeedLeases } from "./postgres-feed-leases.ts";
import { type PostgresFeedSourceOptions, postgresFeedSource } from "./postgres-feed-source.ts";

/** All ports of a project's feeds over one Postgres database, for one worker. */
export function postgresFeedStores(
  pool: SqlPool,
  settings: FeedLeaseSettings & PostgresFeedSourceOptions,
): FeedStores {
  return {
    name: "postgres",
    source: postgresFeedSource(pool, settings),
    cursors: postgresFeedCursors(pool, settings.project),
    leases: postgresFeedLeases(pool, settings),
  };
}
