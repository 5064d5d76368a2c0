import { describe, expect, it } from "vitest";
import type { InstanceRecord, TimerRecord } from "../engine/records.ts";
import { startInstance } from "../instances/step.ts";
import { testPlanEnvironment } from "../testing/plan-environment.ts";
import { planTimer } from "./plan-timer.ts";

const env = testPlanEnvironment([
  {
    chart: {
      id: "order",
      initial: "waiting",
      states: { waiting: { after: { 500: "late" } }, late: { type: "final" } },
    },
    logic: {},
  },
]);

const lookup = env.machines.current("order");
if (lookup.kind === "missing") throw new Error(lookup.why);
const start = startInstance(lookup.runtime.compiled);

const instance: InstanceRecord = {
  machineId: "order",
  subject: "o-1",
  chartId: 1,
  revision: 1,
  status: "active",
  phase: "running",
  states: start.states,
  snapshot: start.snapshot,
  correlationId: "c",
};

const timer = (attempts: number): TimerRecord => ({
  machineId: "order",
  subject: "o-1",
  ref: start.timers[0]?.ref ?? "",
  revision: 1,
  event: start.timers[0]?.event ?? "",
  label: "after.500",
  causeEventId: "e",
  causeDepth: 0,
  deliveries: attempts + 1,
  attempts,
});

describe("planning a timer", () => {
  it("fires one that workers died with, while it has tries left", () => {
    expect(planTimer(env, timer(4), instance)).toMatchObject({
      outcome: "processed",
      step: { states: ["late"] },
    });
  });

  it("gives up one that ended every worker that fired it by itself, without firing it", () => {
    const plan = planTimer(env, timer(5), instance);
    expect(plan).toMatchObject({ outcome: "dead_lettered", reason: "max_attempts" });
    expect(plan.step).toBeUndefined();
    expect(plan.commit).toMatchObject({
      settlements: [{ kind: "timer-fired", revision: 1 }],
      deadLetters: [
        {
          source: "state",
          attempts: 5,
          states: ["waiting"],
          errors: [{ name: "WorkerDied", source: "after.500", attempt: 5 }],
        },
      ],
    });
  });

  it("drops one whose instance is done, whoever died with it", () => {
    expect(planTimer(env, timer(5), { ...instance, status: "done" })).toMatchObject({
      outcome: "ignored",
    });
  });
});
