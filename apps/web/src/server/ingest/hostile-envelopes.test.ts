// @vitest-environment node
import { HttpEventRefusedError, isReservedEventName } from "@sagascope/core";
import type { HostileKind } from "@sagascope/core/testing";
import { describe, expect, it } from "vitest";
import {
  dispatchHostile,
  HOSTILE_COUNT,
  type HostileAnswer,
  takeHostile,
} from "../testing/hostile-flow.ts";
import { IngestRefusedError } from "./errors.ts";

const MESSAGE_CHARS_MAX = 2_000; // a refusal must not hand back a megabyte

/** What each kind of request may be answered with, and at least once is. */
const STATUSES: Readonly<Record<HostileKind, readonly number[]>> = {
  structured: [202, 400],
  binary: [202, 400],
  batch: [202, 400],
  "overlong batch": [413],
  oversized: [413],
  "oversized batch": [413],
  compressed: [415],
  mistyped: [415],
};

/** How an envelope that was taken may end. */
const ENDS =
  /^(processed|duplicate|dead_lettered:(corrupt|max_attempts|unknown_event|idempotency_mismatch))$/;

describe("a hundred thousand hostile requests", () => {
  it("are each taken, or refused with a status, a message and the field at fault; what is taken is planned to an end [SEC-01]", {
    timeout: 1_800_000,
  }, async () => {
    const statuses = new Map<HostileKind, Set<number>>();
    const ends = new Map<string, number>();
    const counts = { asked: 0, taken: 0 };
    for await (const answers of takeHostile()) {
      for (const answer of answers) {
        const { kind } = answer.request;
        statuses.set(kind, (statuses.get(kind) ?? new Set()).add(statusOf(answer)));
      }
      const taken = answers.flatMap((answer) => answer.taken);
      expect(taken.filter(({ type }) => isReservedEventName(type))).toEqual([]);
      const { ordered, waiting } = await dispatchHostile(taken);
      expect({ dispatched: ordered.length, waiting }).toEqual({
        dispatched: taken.length,
        waiting: [],
      });
      for (const [, end] of ordered) ends.set(end, (ends.get(end) ?? 0) + 1);
      counts.asked += answers.length;
      counts.taken += taken.length;
    }
    expect(counts.asked).toBe(HOSTILE_COUNT);
    const found = Object.fromEntries([...statuses].map(([kind, set]) => [kind, [...set].sort()]));
    expect(found).toEqual(STATUSES);
    expect([...ends.keys()].filter((end) => !ENDS.test(end))).toEqual([]);
    // Each way is well trodden: a generator that only makes rubbish would prove little.
    expect(counts.taken).toBeGreaterThan(HOSTILE_COUNT / 10);
    expect(ends.get("processed")).toBeGreaterThan(HOSTILE_COUNT / 50);
    expect(ends.get("dead_lettered:max_attempts")).toBeGreaterThan(HOSTILE_COUNT / 200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

/** @throws if the request was neither taken nor clearly refused */
function statusOf({ request, taken, error }: HostileAnswer): number {
  if (error === undefined) {
    if (taken.length === 0 && request.kind !== "batch") throw new Error("taken without an event");
    return 202;
  }
  const isOurs = error instanceof HttpEventRefusedError || error instanceof IngestRefusedError;
  const { length } = isOurs ? error.message : "";
  if (!isOurs || length === 0 || length > MESSAGE_CHARS_MAX || error.field === undefined) {
    throw new Error(`request ${request.index} (${request.kind})`, { cause: error });
  }
  return error.status;
}
