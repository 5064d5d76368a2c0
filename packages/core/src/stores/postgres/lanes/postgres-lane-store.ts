import type { LaneStore } from "../../../engine/engine-store.ts";
import { commitSteps } from "../commit/commit-steps.ts";
import type { Committer } from "../commit/plan-statements.ts";
import { findEnvelope } from "../outbox/find-envelope.ts";
import type { SqlPool, SqlSession } from "../sql.ts";
import { countTimerTry, dueTimers } from "../timers/due-timers.ts";
import type { Announcer } from "./announcer.ts";
import { createDeliveryFloor } from "./delivery-floor.ts";
import { holdDeliveries } from "./hold-deliveries.ts";
import { loadWork } from "./load-work.ts";
import { readDeliveries } from "./read-deliveries.ts";

/**
 * {@link LaneStore} of one worker over Postgres.
 *
 * @param relaxed - for claims, which need not wait for the disk
 */
export function postgresLaneStore(
  sql: SqlPool,
  relaxed: SqlSession,
  announcer: Announcer,
  committer: Committer,
): LaneStore {
  const reader = { sql, relaxed, floor: createDeliveryFloor(), ...committer };
  return {
    readDeliveries: (request) => readDeliveries(reader, request),
    holdDeliveries: (ids, alone) => holdDeliveries(relaxed, committer, ids, alone),
    load: (instances, receipts) => loadWork(sql, instances, receipts),
    commit: async (commits) => {
      const { effects, projects, topics } = await commitSteps(sql, committer, commits);
      announcer.announce(commits, projects, topics);
      return { effects, hasDeliveries: projects.includes(committer.project) };
    },
    dueTimers: (shards, limit, after) => dueTimers(relaxed, committer, shards, limit, after),
    countTimerTry: (timer, change) => countTimerTry(relaxed, timer, change),
    findEnvelope: (envelopeId) => findEnvelope(sql, envelopeId),
  };
}
