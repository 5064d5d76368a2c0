import { Counter, Gauge, Registry } from "prom-client";
import { COUNTERS } from "./counters.ts";
import type { MetricFacts } from "./read-metric-facts.ts";

const NO_VALUE_MS = 0;

/** Facts in the text format of Prometheus. Names and meanings: docs/reference/metrics.md. */
export function metricsText(facts: MetricFacts): Promise<string> {
  const registry = new Registry();
  for (const { name, help, counts } of COUNTERS) {
    const counter = new Counter({ name, help, labelNames: LABELS, registers: [registry] });
    for (const total of facts.totals) {
      for (const [what, labels] of counts) {
        const { project, machineId: machine } = total;
        counter.inc({ project, machine, ...labels }, total[what]);
      }
    }
  }
  for (const { name, help, labels, values } of gaugesOf(facts)) {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
    for (const [of, value] of values) gauge.set({ ...of }, value);
  }
  return registry.metrics();
}

const LABELS = ["project", "machine", "outcome"];

interface GaugeValues {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly values: readonly (readonly [Readonly<Record<string, string>>, number])[];
}

function gaugesOf(facts: MetricFacts): readonly GaugeValues[] {
  const { backlog, workers, feeds, timers, readings, openAlerts, leasedCalls } = facts;
  const ageOf = (at: Date | null) =>
    at === null ? NO_VALUE_MS : Math.max(0, backlog.now.getTime() - at.getTime()) / 1_000;
  const signal = (name: string) =>
    readings
      .filter((reading) => reading.signal === name)
      .map(({ subject, value }) => [{ machine: subject }, value] as const);
  const rows = backlog.rows.map((row) => {
    const { project, topic, sink, kind } = row;
    return [{ project, topic, sink, kind }, row] as const;
  });
  const running = workers.filter(({ stoppedAt }) => stoppedAt === null);
  return [
    {
      name: "sagascope_deliveries_waiting",
      help: "Deliveries that are still to be handled or handed on, of the oldest hundred thousand",
      labels: ["project", "topic", "sink", "kind"],
      values: rows.map(([labels, { waiting }]) => [labels, waiting]),
    },
    {
      name: "sagascope_deliveries_retrying",
      help: "Of those, tried before",
      labels: ["project", "topic", "sink", "kind"],
      values: rows.map(([labels, { retrying }]) => [labels, retrying]),
    },
    {
      name: "sagascope_oldest_delivery_seconds",
      help: "Age of the oldest of them",
      labels: ["project", "topic", "sink", "kind"],
      values: rows.map(([labels, { oldestAt }]) => [labels, ageOf(oldestAt)]),
    },
    {
      name: "sagascope_dead_letters_open",
      help: "Dead letters that are not resolved",
      labels: ["consumer", "topic"],
      values: backlog.letters.map(({ sink, topic, dead }) => [
        { consumer: sink, topic: topic ?? "" },
        dead,
      ]),
    },
    {
      name: "sagascope_worker_up",
      help: "1 for each worker that has not left",
      labels: ["project", "worker", "version"],
      values: running.map(({ project, id, version }) => [{ project, worker: id, version }, 1]),
    },
    {
      name: "sagascope_worker_heartbeat_seconds",
      help: "Since the worker was last heard of",
      labels: ["project", "worker"],
      values: running.map(({ project, id, heartbeatAt }) => [
        { project, worker: id },
        ageOf(heartbeatAt),
      ]),
    },
    {
      name: "sagascope_shards_leased",
      help: "Shards that the worker holds",
      labels: ["project", "worker"],
      values: running.map(({ project, id, shards }) => [{ project, worker: id }, shards]),
    },
    {
      name: "sagascope_calls_leased",
      help: "Service calls under way",
      labels: ["project"],
      values: leasedCalls.map(({ project, calls }) => [{ project }, calls]),
    },
    {
      name: "sagascope_timers_late",
      help: "Timers that are due and have not fired",
      labels: [],
      values: [[{}, timers.late]],
    },
    {
      name: "sagascope_feed_behind_events",
      help: "At most so many events are still to be handed on",
      labels: ["project", "feed", "partition"],
      values: feeds.map((feed) => [labelsOf(feed), Number(feed.behind) + Number(feed.notNumbered)]),
    },
    {
      name: "sagascope_feed_oldest_seconds",
      help: "Age of the oldest event that is still to be handed on",
      labels: ["project", "feed", "partition"],
      values: feeds.map((feed) => [labelsOf(feed), ageOf(feed.oldestAt)]),
    },
    {
      name: "sagascope_compensations_stuck",
      help: "Instances that are compensating and that no call and no timer will move",
      labels: ["machine"],
      values: signal("stuck-compensation"),
    },
    {
      name: "sagascope_instances_overdue",
      help: "Instances past a timer, or older than their chart's timeouts add up to",
      labels: ["machine"],
      values: signal("overdue"),
    },
    {
      name: "sagascope_compensation_ratio",
      help: "Share of the last hour's ended instances that were compensated; absent below ten",
      labels: ["machine"],
      values: signal("compensation-ratio"),
    },
    {
      name: "sagascope_alerts_open",
      help: "Alerts that have not recovered",
      labels: ["signal"],
      values: openAlerts.map(({ signal: name, alerts }) => [{ signal: name }, alerts]),
    },
  ];
}

function labelsOf({ project, name, partition }: MetricFacts["feeds"][number]) {
  return { project, feed: name, partition: String(partition) };
}
