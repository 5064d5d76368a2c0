import type { NewDeadLetter } from "../dead-letters/letter.ts";
import type {
  EffectWrite,
  HistoryWrite,
  InstanceWrite,
  Settlement,
  StepCommit,
  TimerWrite,
} from "../engine/step-commit.ts";
import { settleOnly } from "../engine/step-commit.ts";
import type { Receipt } from "../inbox/receipt.ts";

/** A commit of machine `order` that does nothing but what is asked for. */
export function commitOf(
  subject: string,
  settlements: readonly Settlement[] = [],
  extra: Partial<StepCommit> = {},
): StepCommit {
  return settleOnly({ machineId: "order", subject }, settlements, extra);
}

/** The end of a delivery as it was read. */
export function doneWith(delivery: {
  readonly id: string;
  readonly fence: { readonly shard: number; readonly token: string };
}): Settlement {
  return { kind: "delivery-done", deliveryId: delivery.id, fence: delivery.fence };
}

/** An instance's row at a revision; the first one makes it. */
export function instanceWrite(
  chartId: number,
  revision: number,
  overrides: Partial<InstanceWrite> = {},
): InstanceWrite {
  return {
    expectedRevision: revision - 1,
    revision,
    chartId,
    status: "active",
    phase: "running",
    states: ["open"],
    snapshot: { context: { revision } },
    correlationId: "c-1",
    ...overrides,
  };
}

export function historyWrite(chartId: number, revision: number): HistoryWrite {
  return {
    revision,
    chartId,
    causeKind: "event",
    causeId: `e-${revision}`,
    event: "GO",
    transitions: [{ id: "open:GO:0", event: "GO", from: "open", to: ["open"], actions: [] }],
    entered: ["open"],
    states: ["open"],
    phase: "running",
    snapshot: { context: { revision } },
  };
}

export function receiptOf(key: string, overrides: Partial<Receipt> = {}): Receipt {
  return {
    scope: "/contract/order/o-1",
    key,
    fingerprint: "f-1",
    result: { revision: 1, states: ["open"] },
    ttlMs: 60_000,
    ...overrides,
  };
}

export function effectWrite(ref: string, overrides: Partial<EffectWrite> = {}): EffectWrite {
  return {
    revision: 1,
    ref,
    kind: "invoke",
    src: "charge",
    call: { input: { total: 99 }, event: { type: "GO" }, context: { total: 99 } },
    idempotencyKey: `order/o-1/${ref}/1`,
    causeEventId: "e-1",
    causeDepth: 0,
    ...overrides,
  };
}

export function timerWrite(ref: string, overrides: Partial<TimerWrite> = {}): TimerWrite {
  return {
    revision: 1,
    ref,
    event: `xstate.${ref}`,
    label: "after.1000",
    state: "open",
    delayMs: 1_000,
    causeEventId: "e-1",
    causeDepth: 0,
    ...overrides,
  };
}

export function letterOf(id: string, overrides: Partial<NewDeadLetter> = {}): NewDeadLetter {
  return {
    id,
    project: "contract",
    consumer: "order",
    workKey: `envelope:${id}`,
    source: "envelope",
    reason: "max_attempts",
    machineId: "order",
    subject: "o-1",
    states: [],
    topic: "commands",
    eventType: "order.place",
    envelopeId: id,
    attempts: 5,
    errors: [{ name: "Error", message: "poison", at: "2026-01-01T00:00:00.000Z", attempt: 5 }],
    fingerprint: "f",
    causeTitle: "Error: poison",
    envelope: { id, type: "order.place" },
    redactedPaths: ["/data/card"],
    sealed: Uint8Array.from([1, 2, 3]),
    sealKeyId: "k1",
    ...overrides,
  };
}
