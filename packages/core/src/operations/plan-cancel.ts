import { settleOnly } from "../engine/step-commit.ts";
import { cutCalls } from "./cut-calls.ts";
import type { CancelAction } from "./instance-action.ts";
import {
  activeFinding,
  causeOf,
  commonFindings,
  donePlan,
  type InstancePlan,
  refusedPlan,
  reportOf,
  type Situation,
} from "./situation.ts";

/**
 * End an instance where it stands: its snapshot stays, its calls, side effects and timers end with it. No step is taken, so
 * it needs nobody's code: it works where no worker has the chart's version any more.
 */
export function planCancel(situation: Situation<CancelAction>): InstancePlan {
  const { command, instance, work } = situation;
  const { revision, chartId, states, snapshot, correlationId } = instance;
  const report = reportOf(situation, [...commonFindings(situation), activeFinding(situation)]);
  if (report.refusals.length > 0) return refusedPlan(command, report);
  const next = revision + 1;
  const cut = cutCalls(work.calls, work.letters, "cancelled");
  const cause = causeOf(situation, "operator.cancel");
  const commit = settleOnly(instance, cut.settlements, {
    instance: {
      expectedRevision: revision,
      revision: next,
      chartId,
      status: "cancelled",
      phase: "cancelled",
      states,
      snapshot,
      correlationId,
    },
    history: {
      revision: next,
      chartId,
      causeKind: cause.kind,
      causeId: cause.id,
      event: cause.event,
      transitions: [],
      entered: [],
      states,
      phase: "cancelled",
      snapshot,
    },
    cancelledTimers: work.timers.map(({ ref }) => ref),
  });
  const done = {
    ...report,
    outcome: "processed" as const,
    after: { states, status: "cancelled" as const },
    ended: {
      calls: work.calls.map(({ src, ref }) => ({ src, ref })),
      timers: work.timers.map(({ label }) => ({ label })),
    },
    resolves: cut.letters,
  };
  return donePlan(command, done, commit);
}
