import type { Answer } from "./operations.ts";

/** One idempotency key of one operation, and what became of it. */
export interface Call {
  readonly operation: string;
  readonly key: string;
  readonly order: string;
  readonly firstMs: number;
  requests: number;
  lastStatus: number;
  /** Set once the work was done; every repeat is answered with it. */
  answer?: Answer;
}

/** What is told of a call. `carriedOut` is never above 1; `requests` counts the repeats too. */
export interface CallRecord {
  readonly operation: string;
  readonly key: string;
  readonly order: string;
  readonly requests: number;
  readonly carriedOut: number;
  readonly lastStatus: number;
}

/** Remembers calls by idempotency key. */
export interface CallLog {
  /** The call with this key, a new one if there was none, with one more request counted. */
  count(operation: string, key: string, order: string, nowMs: number): Call;
  /** Calls so far, oldest first; of one order if it is named. */
  list(order?: string): readonly CallRecord[];
}

/** A demo may run for weeks: the oldest calls are forgotten beyond this many. */
const CALLS_MAX = 100_000;

/** An empty log. */
export function createCallLog(): CallLog {
  const calls = new Map<string, Call>();

  return {
    count(operation, key, order, nowMs) {
      const id = `${operation} ${key}`;
      const call = calls.get(id) ?? newCall(operation, key, order, nowMs);
      call.requests += 1;
      calls.set(id, call);
      forgetOldest(calls);
      return call;
    },
    list(order) {
      const all = [...calls.values()];
      return all.filter((call) => order === undefined || call.order === order).map(toRecord);
    },
  };
}

function newCall(operation: string, key: string, order: string, firstMs: number): Call {
  return { operation, key, order, firstMs, requests: 0, lastStatus: 0 };
}

function forgetOldest(calls: Map<string, Call>): void {
  for (const oldest of calls.keys()) {
    if (calls.size <= CALLS_MAX) return;
    calls.delete(oldest);
  }
}

function toRecord({ operation, key, order, requests, lastStatus, answer }: Call): CallRecord {
  return { operation, key, order, requests, carriedOut: answer === undefined ? 0 : 1, lastStatus };
}
