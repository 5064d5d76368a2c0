import {
  type ContextChange,
  diffContext,
  type JsonValue,
  type TakenTransition,
} from "@sagascope/core";
import type { Prisma, PrismaClient } from "@sagascope/database";
import { readRedaction, shownContext } from "../redacted.ts";
import { listPublished, type PublishedView } from "./list-published.ts";
import { type Tally, tallySteps } from "./tally-steps.ts";

/** One committed step. */
export interface StepView {
  readonly revision: number;
  /** The chart version that it was made on: a migration puts an instance on another one. */
  readonly chartId: number;
  readonly at: Date;
  readonly causeKind: string;
  readonly causeId: string;
  /** Type of the envelope that caused it, when one did and it is recorded. */
  readonly causeType: string | undefined;
  readonly event: string;
  readonly transitions: readonly TakenTransition[];
  readonly entered: readonly string[];
  readonly states: readonly string[];
  readonly phase: string;
  readonly workerId: string;
  /** What the step changed in the context, masked; `moreChanges` beyond those listed. */
  readonly changes: readonly ContextChange[];
  readonly moreChanges: number;
  /** Fields at the top of the context that stayed as they were. */
  readonly unchanged: number;
  /** What it announced; `morePublished` beyond those listed. */
  readonly published: readonly PublishedView[];
  readonly morePublished: number;
}

/** The steps of an instance, oldest first. */
export interface HistoryView {
  readonly steps: readonly StepView[];
  /** Older steps than these are recorded. */
  readonly more: boolean;
  /** Those older ones, counted. */
  readonly earlier: Tally | undefined;
}

const STEPS_MAX = 200;
const CHANGES_MAX = 30;

/** The newest steps of an instance, or those before a revision, each with what it changed and what it announced. */
export async function listHistory(
  prisma: PrismaClient,
  machineId: string,
  subject: string,
  before?: number,
): Promise<HistoryView> {
  const newestFirst = await prisma.history.findMany({
    where: { machineId, subject, ...(before === undefined ? {} : { revision: { lt: before } }) },
    orderBy: { revision: "desc" },
    take: STEPS_MAX + 1,
  });
  const rows = newestFirst.reverse();
  const shown = rows.length > STEPS_MAX ? rows.slice(1) : rows;
  const more = rows.length > STEPS_MAX;
  const [redaction, published, causeTypes, earlier] = await Promise.all([
    readRedaction(prisma),
    listPublished(
      prisma,
      { machineId, subject },
      { from: shown[0]?.revision ?? 0, to: shown.at(-1)?.revision ?? 0 },
    ),
    findCauseTypes(prisma, shown),
    more ? tallySteps(prisma, { machineId, subject }, shown[0]?.revision ?? 0) : undefined,
  ]);
  const redactor = redaction.of(machineId);
  const contexts = new Map(
    rows.map((row) => [row.revision, shownContext(row.snapshot, redactor).value]),
  );
  const steps = shown.map((row) => {
    const before = contexts.get(row.revision - 1) ?? {};
    return {
      ...toStep(row, before, contexts.get(row.revision) ?? {}),
      causeType: causeTypes.get(row.causeId),
      published: published.get(row.revision)?.published ?? [],
      morePublished: published.get(row.revision)?.more ?? 0,
    };
  });
  return { steps, more, earlier };
}

type HistoryRow = Prisma.HistoryGetPayload<object>;

function toStep(row: HistoryRow, before: JsonValue, after: JsonValue) {
  const changes = diffContext(before, after);
  const touched = new Set(changes.map(({ path }) => /^[^.[]*/.exec(path)?.[0] ?? path));
  const fields = typeof after === "object" && after !== null ? Object.keys(after) : [];
  return {
    revision: row.revision,
    chartId: row.chartId,
    at: row.at,
    causeKind: row.causeKind,
    causeId: row.causeId,
    event: row.event,
    transitions: row.transitions as unknown as readonly TakenTransition[],
    entered: row.entered,
    states: row.states,
    phase: row.phase,
    workerId: row.workerId,
    changes: changes.slice(0, CHANGES_MAX),
    moreChanges: Math.max(0, changes.length - CHANGES_MAX),
    unchanged: fields.filter((field) => !touched.has(field)).length,
  };
}

async function findCauseTypes(
  prisma: PrismaClient,
  rows: readonly HistoryRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.filter(({ causeKind }) => causeKind === "event").map(({ causeId }) => causeId);
  if (ids.length === 0) return new Map();
  const events = await prisma.event.findMany({
    where: { id: { in: ids } },
    select: { id: true, type: true },
    take: STEPS_MAX * 2, // an id may be recorded more than once, when its sender repeated it
  });
  return new Map(events.map(({ id, type }) => [id, type]));
}
