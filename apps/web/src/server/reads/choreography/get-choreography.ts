import type { DocumentedService } from "@sagascope/core";
import { parseChart } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";
import { listDocumentedServices } from "../observers/list-documented-services.ts";
import { nameObserved } from "../observers/name-observed.ts";
import {
  buildChoreographyMap,
  type ChoreographyFacts,
  type ChoreographyMap,
} from "./choreography-map.ts";
import { attributeEnvelopes, listRecentEnvelopes, type Recent } from "./list-seen-envelopes.ts";

/** The map, and what its counts are of. */
export interface ChoreographyView extends ChoreographyMap {
  readonly since: Date;
  readonly isCut: boolean;
  /** There are more machines than are drawn. */
  readonly more: boolean;
}

const MACHINES_MAX = 200;
const ROWS_MAX = 5_000;
/** Where charts publish unless their project says otherwise. */
const DEFAULT_TOPIC = "events";

/** Who tells whom what, from the charts that run, the routes that are registered and the envelopes of the last day. */
export async function getChoreography(prisma: PrismaClient): Promise<ChoreographyView> {
  const [machines, subscriptions, observers, documented, feeds, recent, letters, active] =
    await Promise.all([
      prisma.machine.findMany({
        include: { machineVersion: { select: { version: true, chart: true } } },
        orderBy: { machineId: "asc" },
        take: MACHINES_MAX + 1,
      }),
      prisma.subscription.findMany({
        orderBy: [{ topic: "asc" }, { type: "asc" }],
        take: ROWS_MAX,
      }),
      prisma.observer.findMany({ orderBy: { name: "asc" }, take: ROWS_MAX }),
      listDocumentedServices(prisma),
      prisma.feed.findMany({ select: { name: true, topic: true }, take: ROWS_MAX }),
      listRecentEnvelopes(prisma),
      countOpenLetters(prisma),
      prisma.instance.groupBy({
        by: ["machineId"],
        where: { status: "active" },
        _count: { _all: true },
      }),
    ]);
  const nameSender = await nameObserved(
    prisma,
    observers.map(({ topic }) => topic),
  );
  const routes = subscriptions
    .filter(({ kind, type }) => kind === "queue" && type !== "*")
    .map(({ topic, type, sink, event }) => ({
      ...{ topic, type, machine: sink },
      ...(event === null ? {} : { event }),
    }));
  const topics = outboundTopics(recent);
  const map = buildChoreographyMap({
    machines: machines
      .slice(0, MACHINES_MAX)
      .map(({ machineId, project, topic, machineVersion }) => ({
        machineId,
        project,
        version: machineVersion.version,
        chart: parseChart(machineVersion.chart),
        topic: topic ?? topics.get(machineId) ?? DEFAULT_TOPIC,
        active: active.find((row) => row.machineId === machineId)?._count._all ?? 0,
      })),
    routes,
    observers: [...observers, ...documented.filter((service) => isTaken(service, routes))],
    takers: [
      ...subscriptions
        .filter(({ kind }) => kind === "relay")
        .map(({ topic, type, sink }) => ({ kind: "relay" as const, name: sink, topic, type })),
      ...feeds.map(({ name, topic }) => ({ kind: "feed" as const, name, topic, type: "*" })),
    ],
    seen: attributeEnvelopes(recent.groups, nameSender),
    letters,
  });
  const { since, isCut } = recent;
  return { ...map, since, isCut, more: machines.length > MACHINES_MAX };
}

/** Of somebody else's document only what a machine takes is part of this choreography. */
function isTaken(
  { topic, types }: DocumentedService,
  routes: ChoreographyFacts["routes"],
): boolean {
  return routes.some((route) => route.topic === topic && types.includes(route.type));
}

/** Of machines that a worker of an earlier version registered, without their topic: what was seen last decides. */
function outboundTopics({ groups }: Recent): ReadonlyMap<string, string> {
  const oldestFirst = [...groups].sort(
    (one, other) => one.lastAt.getTime() - other.lastAt.getTime(),
  );
  return new Map(
    oldestFirst.flatMap(({ machineId, topic }) =>
      machineId === null ? [] : [[machineId, topic] as const],
    ),
  );
}

async function countOpenLetters(prisma: PrismaClient): Promise<ChoreographyFacts["letters"]> {
  const rows = await prisma.deadLetter.groupBy({
    by: ["consumer", "eventType"],
    where: { resolvedAt: null },
    _count: { _all: true },
    orderBy: [{ consumer: "asc" }, { eventType: "asc" }],
    take: ROWS_MAX,
  });
  return rows.map(({ consumer, eventType, _count }) => ({
    consumer,
    type: eventType,
    open: _count._all,
  }));
}
