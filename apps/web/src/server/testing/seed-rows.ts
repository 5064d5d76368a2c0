import { randomUUID } from "node:crypto";
import type { Prisma, PrismaClient } from "@sagascope/database";

/** The least that a test has to say about a row; the rest is made up, and plain. */
type Row<Input, Required extends keyof Input> = Partial<Input> & Pick<Input, Required>;

const PROJECT = "shop";

/** Register a chart version and make it the machine's present one. @returns the chart's id */
export async function seedChart(
  prisma: PrismaClient,
  row: {
    readonly machineId: string;
    readonly chart: Prisma.InputJsonObject;
    readonly version?: string;
  },
): Promise<number> {
  const { machineId, chart, version = "1" } = row;
  const { id } = await prisma.machineVersion.create({
    data: {
      project: PROJECT,
      machineId,
      version,
      structureHash: `sha256:${version}`,
      contentHash: randomUUID(),
      chart,
    },
  });
  await prisma.machine.upsert({
    where: { machineId },
    create: { machineId, project: PROJECT, chartId: id },
    update: { chartId: id },
  });
  return id;
}

export async function seedInstance(
  prisma: PrismaClient,
  row: Row<Prisma.InstanceUncheckedCreateInput, "machineId" | "subject" | "chartId">,
): Promise<void> {
  await prisma.instance.create({
    data: {
      project: PROJECT,
      revision: 1,
      status: "active",
      phase: "running",
      states: ["idle"],
      snapshot: { context: {} },
      correlationId: `c-${row.subject}`,
      ...row,
    },
  });
}

export async function seedHistory(
  prisma: PrismaClient,
  row: Row<Prisma.HistoryUncheckedCreateInput, "machineId" | "subject" | "chartId" | "revision">,
): Promise<void> {
  await prisma.history.create({
    data: {
      causeKind: "event",
      causeId: randomUUID(),
      event: "START",
      transitions: [],
      entered: [],
      states: ["idle"],
      phase: "running",
      snapshot: { context: {} },
      workerId: "worker-1",
      ...row,
    },
  });
}

export async function seedEvent(
  prisma: PrismaClient,
  row: Row<Prisma.EventUncheckedCreateInput, "id" | "type" | "subject"> & {
    readonly data?: Prisma.InputJsonValue;
  },
): Promise<bigint> {
  const { data, ...columns } = row;
  const source = row.source ?? "/test";
  const correlationId = row.correlationId ?? `c-${row.subject}`;
  const { seq } = await prisma.event.create({
    data: {
      topic: "events",
      direction: "received",
      envelope: {
        specversion: "1.0",
        id: row.id,
        type: row.type,
        source,
        subject: row.subject,
        correlationid: correlationId,
        ...(row.causationId ? { causationid: row.causationId } : {}),
        ...(data === undefined ? {} : { data }),
      },
      ...columns,
      source,
      correlationId,
    },
  });
  return seq;
}

export async function seedEffect(
  prisma: PrismaClient,
  row: Row<Prisma.EffectUncheckedCreateInput, "machineId" | "subject" | "src">,
): Promise<bigint> {
  const ref = row.ref ?? row.src;
  const { id } = await prisma.effect.create({
    data: {
      project: PROJECT,
      shard: 0,
      revision: 1,
      kind: "invoke",
      call: { input: null, event: { type: "START" }, context: {} },
      idempotencyKey: `${row.machineId}/${row.subject}/${ref}`,
      causeEventId: randomUUID(),
      causeDepth: 0,
      status: "pending",
      ...row,
      ref,
    },
  });
  return id;
}

export async function seedTimer(
  prisma: PrismaClient,
  row: Row<Prisma.TimerUncheckedCreateInput, "machineId" | "subject" | "label" | "state" | "dueAt">,
): Promise<void> {
  const ref = `xstate.${row.label}.${row.machineId}.${row.state}`;
  await prisma.timer.create({
    data: {
      project: PROJECT,
      shard: 0,
      revision: 1,
      event: ref,
      causeEventId: randomUUID(),
      causeDepth: 0,
      ref,
      ...row,
    },
  });
}

export async function seedLetter(
  prisma: PrismaClient,
  row: Row<Prisma.DeadLetterUncheckedCreateInput, "id" | "consumer" | "subject" | "eventType">,
): Promise<void> {
  await prisma.deadLetter.create({
    data: {
      project: PROJECT,
      workKey: `envelope:${row.id}`,
      source: "envelope",
      reason: "max_attempts",
      machineId: row.consumer,
      topic: "events",
      attempts: 5,
      errors: [{ name: "Error", message: "boom", at: new Date().toISOString(), attempt: 5 }],
      fingerprint: "fp-1",
      causeTitle: "boom",
      ...row,
    },
  });
}

/** A delivery knows when its event was recorded, more finely than a `Date` can tell. */
export async function seedDelivery(
  prisma: PrismaClient,
  row: Row<Prisma.DeliveryUncheckedCreateInput, "sink" | "subject" | "eventSeq">,
): Promise<void> {
  const { id } = await prisma.delivery.create({
    data: {
      project: PROJECT,
      shard: 0,
      kind: "queue",
      topic: "events",
      eventAt: new Date(),
      ...row,
    },
  });
  await prisma.$executeRaw`
    UPDATE sagascope.delivery d SET event_at = e.recorded_at FROM sagascope.event e
    WHERE d.id = ${id} AND e.seq = d.event_seq`;
}

export async function seedWorker(
  prisma: PrismaClient,
  row: Partial<Prisma.WorkerUncheckedCreateInput> = {},
): Promise<void> {
  await prisma.worker.create({
    data: {
      id: "worker-1",
      project: PROJECT,
      host: "localhost",
      pid: 1,
      version: "0.1.0",
      machines: [],
      ...row,
    },
  });
}
