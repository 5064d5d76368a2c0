import type { PrismaClient } from "@sagascope/database";
import { type Attention, attentionOf } from "../attention/attention-of.ts";
import { getChartGraphs } from "../charts/chart-graphs.ts";
import { InstanceNotFoundError } from "../errors.ts";
import { readRedaction, type Shown, shownContext } from "../redacted.ts";
import { type CallView, listCalls } from "./list-calls.ts";
import { type LetterView, listLetters } from "./list-letters.ts";
import { listWaiting, type WaitingRow } from "./list-waiting.ts";

/** A timer that runs. */
export interface TimerView {
  readonly ref: string;
  readonly label: string;
  readonly state: string;
  readonly revision: number;
  readonly scheduledAt: Date;
  readonly dueAt: Date;
}

/** An instance as it is now. */
export interface InstanceView {
  /** When it was read: a browser's own clock may be wrong. */
  readonly readAt: Date;
  readonly machineId: string;
  readonly subject: string;
  readonly project: string;
  readonly chartId: number;
  readonly version: string;
  readonly structureHash: string;
  /** The machine's present chart, if instances that start now run on another one. */
  readonly newerVersion: { readonly version: string; readonly sameStructure: boolean } | undefined;
  readonly revision: number;
  readonly status: string;
  readonly phase: string;
  readonly states: readonly string[];
  readonly correlationId: string;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly context: Shown;
  readonly attention: Attention | undefined;
  /** The newest service calls and actions; `moreCalls` if there were more. */
  readonly calls: readonly CallView[];
  readonly moreCalls: boolean;
  /** The timers that fall due first; `moreTimers` if there are more. */
  readonly timers: readonly TimerView[];
  readonly moreTimers: boolean;
  /** The first letters of this instance and of its conversation; `moreLetters` if there are more. */
  readonly letters: readonly LetterView[];
  readonly moreLetters: boolean;
  /** What the outbox still holds of it and for it; `moreWaiting` if there is more. */
  readonly waiting: readonly WaitingRow[];
  readonly moreWaiting: boolean;
  readonly chain: { readonly envelopes: number; readonly envelopesMax: number };
}

const TIMERS_MAX = 50;
const CHAIN_COUNTED_MAX = 10_000;

/** @throws {InstanceNotFoundError} */
export async function getInstance(
  prisma: PrismaClient,
  machineId: string,
  subject: string,
): Promise<InstanceView> {
  const row = await prisma.instance.findUnique({
    where: { machineId_subject: { machineId, subject } },
    include: {
      machineVersion: { select: { version: true, structureHash: true, timeBudgetMs: true } },
    },
  });
  if (!row) throw new InstanceNotFoundError(machineId, subject);
  const [redaction, calls, timers, letters, waiting, envelopes, present, graphs] =
    await Promise.all([
      readRedaction(prisma),
      listCalls(prisma, machineId, subject),
      prisma.timer.findMany({
        where: { machineId, subject },
        select: {
          ref: true,
          label: true,
          state: true,
          revision: true,
          scheduledAt: true,
          dueAt: true,
        },
        orderBy: { dueAt: "asc" },
        take: TIMERS_MAX + 1,
      }),
      listLetters(prisma, { machineId, subject, correlationId: row.correlationId }),
      listWaiting(prisma, { machineId, subject }),
      prisma.event.count({ where: { correlationId: row.correlationId }, take: CHAIN_COUNTED_MAX }),
      prisma.machine.findUnique({
        where: { machineId },
        select: {
          chartId: true,
          machineVersion: { select: { version: true, structureHash: true } },
        },
      }),
      getChartGraphs(prisma, [row.chartId]),
    ]);
  const graph = graphs.get(row.chartId);
  const readAt = new Date();
  const { machineVersion, snapshot, finishedAt, ...shownColumns } = row;
  const { timeBudgetMs } = machineVersion;
  const facts = { ...row, timeBudgetMs, effects: calls.rows, timers };
  return {
    readAt,
    ...shownColumns,
    finishedAt: finishedAt ?? undefined,
    version: machineVersion.version,
    structureHash: machineVersion.structureHash,
    newerVersion: newerVersion(row, present),
    context: shownContext(snapshot, redaction.of(machineId)),
    attention: graph && attentionOf(facts, graph, readAt),
    calls: calls.rows,
    moreCalls: calls.more,
    timers: timers.slice(0, TIMERS_MAX),
    moreTimers: timers.length > TIMERS_MAX,
    letters: letters.rows,
    moreLetters: letters.more,
    waiting: waiting.rows,
    moreWaiting: waiting.more,
    chain: { envelopes, envelopesMax: CHAIN_COUNTED_MAX },
  };
}

function newerVersion(
  row: { readonly chartId: number; readonly machineVersion: { readonly structureHash: string } },
  present: {
    readonly chartId: number;
    readonly machineVersion: { readonly version: string; readonly structureHash: string };
  } | null,
): InstanceView["newerVersion"] {
  if (!present || present.chartId === row.chartId) return undefined;
  const { version, structureHash } = present.machineVersion;
  return { version, sameStructure: structureHash === row.machineVersion.structureHash };
}
