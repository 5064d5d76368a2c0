import {
  findInstance,
  forgetFeed,
  listFeedHolders,
  listFeeds,
  listInstances,
  listInstancesOfSubject,
  moveFeedCursor,
  readDisplayRedaction,
  type SqlPool,
} from "@sagascope/core/postgres";
import { askWorker } from "../ask-worker.ts";
import type { EngineDoor } from "./engine-door.ts";

/** Work on the database itself. */
export function databaseEngineDoor(sql: SqlPool, actor: string): EngineDoor {
  return {
    listInstances: (filter) => listInstances(sql, filter),
    listInstancesOfSubject: (subject) => listInstancesOfSubject(sql, subject),
    async findInstance(machineId, subject) {
      const found = await findInstance(sql, machineId, subject);
      if (found === undefined) return undefined;
      const { snapshot: _kept, ...instance } = found;
      const redaction = await readDisplayRedaction(sql);
      const { value: context } = redaction.of(machineId).redact(found.context);
      return { ...instance, context: context as typeof found.context };
    },
    actOnInstance({ machineId, subject, timeoutMs, ...request }) {
      const asked = {
        ...request,
        kind: "instance" as const,
        target: { machineId, subject },
        actor,
      };
      return askWorker(sql, asked, timeoutMs);
    },
    listFeeds: (project) => listFeeds(sql, project === undefined ? {} : { project }),
    listFeedHolders: () => listFeedHolders(sql),
    moveFeed: (act) => moveFeedCursor(sql, { ...act, actor }),
    forgetFeed: (act) => forgetFeed(sql, { ...act, actor }),
  };
}
