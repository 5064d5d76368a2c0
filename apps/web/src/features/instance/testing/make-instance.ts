import { type Chart, chartGraph, parseChart } from "@sagascope/core/charts";
import { buildMoment } from "../build-moment.ts";
import type { Call, DrawnChart, Instance, Moment, Step } from "../instance.ts";

/** Noon, plus some seconds. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 7, 21, 12, 0, seconds));

/** Reserve, then charge; what fails is undone. */
export const CHART: Chart = parseChart({
  id: "fulfil",
  initial: "idle",
  states: {
    idle: { on: { START: "reserve" } },
    reserve: {
      invoke: { id: "reserve", src: "reserveStock", onDone: "charge", onError: "failed" },
      after: { 5000: "failed" },
    },
    charge: { invoke: { id: "charge", src: "chargeCard", onDone: "completed" } },
    completed: { type: "final" },
    failed: { type: "final" },
  },
});

export function makeStep(revision: number, more: Partial<Step> = {}): Step {
  return {
    revision,
    chartId: 1,
    at: at(revision * 10),
    causeKind: "event",
    causeId: `e${revision}`,
    causeType: "order.placed",
    event: "START",
    transitions: [],
    entered: [],
    states: ["reserve"],
    phase: "running",
    workerId: "worker-1",
    changes: [],
    moreChanges: 0,
    morePublished: 0,
    unchanged: 0,
    published: [],
    ...more,
  };
}

export function makeCall(more: Partial<Call> = {}): Call {
  return {
    id: "1",
    revision: 1,
    ref: "reserve",
    kind: "invoke",
    src: "reserveStock",
    status: "pending",
    attempts: 1,
    createdAt: at(10),
    startedAt: at(10),
    finishedAt: null,
    dueAt: at(10),
    leasedUntil: at(60),
    leasedBy: "worker-1",
    errors: [],
    idempotencyKey: "fulfil/order-42/reserve",
    output: undefined,
    late: undefined,
    ...more,
  };
}

export function makeInstance(more: Partial<Instance> = {}): Instance {
  return {
    readAt: at(30),
    machineId: "fulfil",
    subject: "order-42",
    project: "shop",
    chartId: 1,
    version: "3",
    structureHash: "sha256:1",
    newerVersion: undefined,
    revision: 1,
    status: "active",
    phase: "running",
    states: ["reserve"],
    correlationId: "c-1",
    startedAt: at(0),
    updatedAt: at(10),
    finishedAt: undefined,
    context: { value: {}, masked: 0 },
    attention: undefined,
    calls: [],
    moreCalls: false,
    timers: [],
    moreTimers: false,
    letters: [],
    moreLetters: false,
    waiting: [],
    moreWaiting: false,
    chain: { envelopes: 1, envelopesMax: 10_000 },
    ...more,
  };
}

export function makeDrawnChart(more: Partial<DrawnChart> = {}): DrawnChart {
  const chart = more.chart ?? CHART;
  const version = { chartId: 1, version: "3", structureHash: "sha256:1" };
  return { ...version, chart, graph: chartGraph(chart), ...more };
}

export function makeMoment(
  instance: Partial<Instance> = {},
  steps: readonly Step[] = [makeStep(1)],
  revision?: number,
): Moment {
  return buildMoment(makeInstance(instance), makeDrawnChart(), { steps }, revision);
}
