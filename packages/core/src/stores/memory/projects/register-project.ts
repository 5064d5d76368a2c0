import type { ChartRecord } from "../../../engine/records.ts";
import { chartVersionOf } from "../../../projects/chart-version.ts";
import type { Project } from "../../../projects/define-project.ts";
import { InvalidProjectError } from "../../../projects/errors.ts";
import { subscriptionsOf } from "../../../projects/subscriptions.ts";
import { registerFeeds } from "../feeds/register-feeds.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import { SHARDS } from "../shard-of.ts";
import { keyOf } from "../table.ts";

/**
 * Make a project known: its charts' versions, topics, routes, feeds and shards. May be repeated; a chart that did not change
 * keeps its version.
 *
 * @returns the current version of each machine
 * @throws {InvalidChartError} if a chart is malformed
 * @throws {InvalidProjectError} if a machine id or a subscription belongs to another project
 */
export function registerProject(db: MemoryDatabase, project: Project): readonly ChartRecord[] {
  return db.transaction(() => {
    registerShards(db, project.name);
    const charts = project.machines.map(({ chart }, index) =>
      registerMachine(db, project.name, index, chart),
    );
    registerSubscriptions(db, project);
    registerFeeds(db, project);
    return charts;
  });
}

function registerShards(db: MemoryDatabase, project: string): void {
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const key = keyOf(project, shard);
    if (db.shards.get(key) !== undefined) continue;
    db.shards.put(key, { project, shard, owner: undefined, token: 0, leasedUntilMs: 0 });
  }
}

function registerMachine(
  db: MemoryDatabase,
  project: string,
  index: number,
  source: unknown,
): ChartRecord {
  const version = chartVersionOf(source);
  const { machineId } = version;
  const owner = db.machines.get(machineId)?.project ?? project;
  if (owner !== project) {
    throw new InvalidProjectError(
      `machines[${index}].chart.id`,
      `'${machineId}' belongs to another project`,
    );
  }
  const known = db.charts
    .rows()
    .find((row) => row.machineId === machineId && row.contentHash === version.contentHash);
  const chart = known ?? { ...version, project, id: db.next("chart") };
  db.charts.put(keyOf(chart.id), chart);
  db.machines.put(machineId, { machineId, project, chartId: chart.id });
  return chart;
}

function registerSubscriptions(db: MemoryDatabase, project: Project): void {
  for (const { name } of project.topics) {
    if (db.topics.get(name) === undefined) db.topics.put(name, { name, project: project.name });
  }
  for (const row of db.subscriptions.rows()) {
    if (row.project === project.name) db.subscriptions.remove(keyOf(row.topic, row.type, row.sink));
  }
  for (const subscription of subscriptionsOf(project)) {
    const key = keyOf(subscription.topic, subscription.type, subscription.sink);
    if (db.subscriptions.get(key) !== undefined) {
      throw new InvalidProjectError("routes", "clash with the subscriptions of another project");
    }
    db.subscriptions.put(key, { ...subscription, project: project.name });
  }
}
