import type { Change } from "../live/change.ts";
import type { LiveHub } from "../live/live-hub.ts";

/** A hub that names no instance of other machines. */
export function narrowHub(hub: LiveHub, machines: readonly string[]): LiveHub {
  return {
    get epoch() {
      return hub.epoch;
    },
    get newest() {
      return hub.newest;
    },
    publish: (change) => hub.publish(change),
    askAgain: () => hub.askAgain(),
    since: (number) => {
      const change = hub.since(number);
      return change && narrowToMachines(change, machines);
    },
    subscribe: (listener) =>
      hub.subscribe((news) =>
        listener({ ...news, change: narrowToMachines(news.change, machines) }),
      ),
  };
}

/**
 * The part of a change that people who may only see `machines` may hear of: their instances, and conversations that moved
 * together with one of them. That letters, commands or workers changed is no secret: the reading that follows is narrowed itself.
 */
export function narrowToMachines(change: Change, machines: readonly string[]): Change {
  const instances = change.instances.filter((name) =>
    machines.some((machine) => name.startsWith(`${machine}/`)),
  );
  const correlations = instances.length > 0 ? change.correlations : [];
  return { ...change, instances, correlations, audit: false };
}
