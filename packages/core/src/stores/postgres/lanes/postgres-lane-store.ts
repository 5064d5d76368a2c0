import type { LaneStore } from "../../../engine/engine-store.ts";
import { type Committer, commitSteps } from "../commit/commit-steps.ts";
import { findEnvelope } from "../outbox/find-envelope.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { dueTimers } from "../timers/due-timers.ts";
import { holdDeliveries } from "./hold-deliveries.ts";
import { loadWork } from "./load-work.ts";
import { readDeliveries } from "./read-deliveries.ts";

/**
 * {@link LaneStore} of one worker over Postgres.
 *
 * @param relaxed - for claims, which need not wait for the disk
 */
export function postgresLaneStore(sql: SqlPool, relaxed: Sql, committer: Committer): LaneStore {
  return {
    readDeliveries: (request) => readDeliveries(sql, committer.project, request),
    holdDeliveries: (ids, alone) => holdDeliveries(relaxed, committer, ids, alone),
    load: (instances, receipts) => loadWork(sql, instances, receipts),
    commit: (commits) => commitSteps(sql, committer, commits),
    dueTimers: (shards, limit) => dueTimers(sql, committer.project, shards, limit),
    findEnvelope: (envelopeId) => findEnvelope(sql, envelopeId),
  };
}
