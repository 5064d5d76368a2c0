import type { RetentionStore } from "../../../engine/retention.ts";
import type { SqlPool } from "../sql.ts";
import { previewPurge } from "./preview-purge.ts";
import { purge } from "./purge.ts";

/** {@link RetentionStore} over Postgres: whole partitions where a table has them, rows in small bites elsewhere. */
export function postgresRetentionStore(pool: SqlPool): RetentionStore {
  return {
    purge: async (policy, signal) => ({ purged: await purge(pool, policy, signal) }),
    preview: async (policy) => ({ purged: await previewPurge(pool, policy) }),
  };
}
