import { parseChart } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";
import { stringify } from "yaml";
import { type BuiltDocument, buildDocument } from "./build-document.ts";
import { MachineNotFoundError } from "./errors.ts";
import { listInboundRoutes } from "./inbound-routes.ts";
import { findOutboundTopic } from "./outbound-topic.ts";

/** A registered version of a machine. */
export interface VersionView {
  readonly chartId: number;
  readonly version: string;
  readonly structureHash: string;
  readonly registeredAt: Date;
  /** New instances start on it. */
  readonly isCurrent: boolean;
}

/** The AsyncAPI document of one version of a machine. */
export interface DocumentView extends Omit<BuiltDocument, "document"> {
  readonly machineId: string;
  readonly project: string;
  readonly shown: VersionView;
  readonly versions: readonly VersionView[];
  /** There are older versions than are listed. */
  readonly moreVersions: boolean;
  readonly title: string;
  /** Who takes what the machine publishes. */
  readonly consumers: readonly { readonly type: string; readonly sink: string }[];
  readonly json: string;
  readonly yaml: string;
}

const VERSIONS_MAX = 50;
const CONSUMERS_MAX = 500;

/**
 * Describe a machine from a chart that is registered: the present one, or an older one by its id.
 *
 * @throws {MachineNotFoundError}
 */
export async function getDocument(
  prisma: PrismaClient,
  machineId: string,
  chartId?: number,
): Promise<DocumentView> {
  const machine = await prisma.machine.findUnique({ where: { machineId } });
  if (!machine) throw new MachineNotFoundError(machineId);
  const [row, versions, routes, outboundTopic] = await Promise.all([
    prisma.machineVersion.findFirst({ where: { id: chartId ?? machine.chartId, machineId } }),
    prisma.machineVersion.findMany({
      where: { machineId },
      select: { id: true, version: true, structureHash: true, registeredAt: true },
      orderBy: { id: "desc" },
      take: VERSIONS_MAX + 1,
    }),
    listInboundRoutes(prisma, machineId),
    findOutboundTopic(prisma, machineId),
  ]);
  if (!row) throw new MachineNotFoundError(machineId, chartId);
  const { document, ...parts } = buildDocument(parseChart(row.chart), routes, outboundTopic);
  const sent = parts.messages.filter(({ direction }) => direction === "sends");
  const consumers = await prisma.subscription.findMany({
    where: { topic: outboundTopic, type: { in: sent.map(({ type }) => type) } },
    select: { type: true, sink: true },
    orderBy: { sink: "asc" },
    take: CONSUMERS_MAX,
  });
  const toView = (version: (typeof versions)[number]): VersionView => ({
    chartId: version.id,
    version: version.version,
    structureHash: version.structureHash,
    registeredAt: version.registeredAt,
    isCurrent: version.id === machine.chartId,
  });
  return {
    ...parts,
    machineId,
    project: machine.project,
    shown: toView(row),
    versions: versions.slice(0, VERSIONS_MAX).map(toView),
    moreVersions: versions.length > VERSIONS_MAX,
    title: String((document.info as { readonly title?: unknown }).title),
    consumers,
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: stringify(document),
  };
}
