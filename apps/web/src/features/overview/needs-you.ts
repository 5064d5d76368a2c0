import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";

import type { StateName } from "@/ui/state-table.ts";
import type { Overview } from "./overview.ts";

/** One thing that will not mend itself. */
export interface Need {
  readonly key: string;
  readonly state: StateName;
  /** The thing, in ink. */
  readonly what: string;
  readonly detail: string;
  readonly since: Date | undefined;
  readonly action: { readonly label: string; readonly href: string };
}

const CAUSES_MAX = 3;
const GROWING_MIN = 3; // letters in this hour and the one before; fewer are single cases
const WAIT_LATE_MS = 10_000; // an envelope that nobody took up for so long is no burst any more

/** What needs a person, the worst first: nobody works, letters that grow, what is stuck, what is late, what waits. */
export function needsYou(overview: Overview): Need[] {
  return [
    ...waitingNeeds(overview),
    ...causeNeeds(overview),
    ...stuckNeeds(overview),
    ...overdueNeeds(overview),
  ];
}

function waitingNeeds({ queue, workersAlive, at }: Overview): Need[] {
  if (queue.oldestMs === null || queue.oldestMs < WAIT_LATE_MS) return [];
  const why = workersAlive === 0 ? "no worker is alive" : "the oldest was not taken up yet";
  return [
    {
      key: "queue",
      state: "overdue",
      what: formatPlural(queue.waiting, "envelope"),
      detail: `${queue.waiting === 1 ? "waits" : "wait"}: ${why}`,
      since: new Date(at.getTime() - queue.oldestMs),
      action: { label: "Outbox", href: `${paths.pipes()}#outbox` },
    },
  ];
}

function causeNeeds({ causes }: Overview): Need[] {
  return causes.slice(0, CAUSES_MAX).map((cause) => ({
    key: cause.fingerprint,
    state: "dead",
    what: cause.title,
    detail: isGrowing(cause)
      ? `in ${cause.consumer} is growing: ${formatPlural(cause.lately, "letter")} in two hours`
      : `in ${cause.consumer}: ${formatPlural(cause.letters, "letter")}`,
    since: cause.lastAt,
    action: { label: "Open cause", href: paths.deadLetters({ cause: cause.fingerprint }) },
  }));
}

/** A cause that brought several letters just now, and not only long ago. */
function isGrowing({ letters, lately }: Overview["causes"][number]): boolean {
  return lately >= GROWING_MIN && lately * 4 > letters;
}

function stuckNeeds({ stuckGroups }: Overview): Need[] {
  return stuckGroups.slice(0, CAUSES_MAX).map((group) => ({
    key: `${group.chartId} ${group.states.join()} ${group.gaveUp}`,
    state: "stuck",
    what: `${formatPlural(group.count, "instance")} of ${group.machineId}`,
    detail: `${group.count === 1 ? "is" : "are"} stuck in ${group.states.join(", ")}: ${
      group.gaveUp ? "a service call gave up" : "no timer and no event left that moves it"
    }`,
    since: group.oldestAt,
    action: {
      label: "List",
      href: paths.instances({ attention: "stuck", machine: group.machineId }),
    },
  }));
}

function overdueNeeds({ overdueByMachine, at }: Overview): Need[] {
  return overdueByMachine.map(({ machineId, count, byMs }) => ({
    key: `overdue ${machineId}`,
    state: "overdue",
    what: `${formatPlural(count, "instance")} of ${machineId}`,
    detail: `${count === 1 ? "is" : "are"} past due by up to ${formatDuration(byMs)}`,
    since: new Date(at.getTime() - byMs),
    action: { label: "List", href: paths.instances({ attention: "overdue", machine: machineId }) },
  }));
}
