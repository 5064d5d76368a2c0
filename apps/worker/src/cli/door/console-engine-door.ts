import type { InstanceReport } from "@sagascope/core";
import type { ConsoleApi } from "./console-api.ts";
import type { EngineDoor } from "./engine-door.ts";
import { followCommand } from "./follow-command.ts";

/** Ask a console: it knows who the token belongs to, and what it may do. */
export function consoleEngineDoor(api: ConsoleApi): EngineDoor {
  return {
    listInstances: (filter) => api.query("commandLine.instances", filter),
    listInstancesOfSubject: (subject) => api.query("commandLine.instancesOfSubject", { subject }),
    findInstance: async (machineId, subject) =>
      (await api.query<Awaited<ReturnType<EngineDoor["findInstance"]>> | null>(
        "commandLine.instance",
        { machineId, subject },
      )) ?? undefined,
    async actOnInstance({ action, project: _known, timeoutMs, ...order }) {
      const { kind, ...parameters } = action;
      const asked = await api.mutate<Parameters<typeof followCommand<InstanceReport>>[2]>(
        `operations.${kind}`,
        { ...order, ...parameters },
      );
      return followCommand(api, "operations.command", asked, timeoutMs);
    },
    listFeeds: (project) => api.query("commandLine.feeds", { project }),
    listFeedHolders: () => api.query("commandLine.feedHolders"),
    moveFeed: (act) => api.mutate("commandLine.moveFeed", act),
    forgetFeed: (act) => api.mutate("commandLine.forgetFeed", act),
  };
}
