import { intBetween, type Random, seededRandom } from "../seeded-random.ts";
import { type CallRecord, createCallLog } from "./call-log.ts";
import {
  type Company,
  type Conditions,
  changeConditions,
  usualConditions,
  type WorldConditions,
} from "./conditions.ts";
import { type Answer, OPERATIONS } from "./operations.ts";
import { isInOutage } from "./outages.ts";

/** An answer, and how long the company lets one wait for it. */
export interface TimedAnswer extends Answer {
  readonly afterMs: number;
}

/** The companies a shop depends on. */
export interface World {
  /** Ask a company for something. What happens, happens now; only the answer takes its time. */
  call(path: string, key: string, body: Readonly<Record<string, unknown>>): TimedAnswer;
  conditions(): WorldConditions;
  /** @throws {InvalidConditionsError} if the change cannot be made */
  change(change: unknown): WorldConditions;
  /** Calls so far, oldest first; of one order if it is named. */
  calls(order?: string): readonly CallRecord[];
}

/**
 * A world whose luck is drawn from `seed`: the same key meets the same fate in every world of that seed.
 * `nowMs` is a clock in milliseconds that never goes back.
 */
export function createWorld(seed: number, calm: boolean, nowMs: () => number): World {
  const startedMs = nowMs();
  const log = createCallLog();
  let conditions = usualConditions(calm);

  function isDown(company: Company): boolean {
    const { down, outagesPerHour } = conditions[company];
    return down || isInOutage(seed, company, nowMs() - startedMs, outagesPerHour);
  }

  return {
    call(path, key, body) {
      const operation = OPERATIONS.get(path);
      if (operation === undefined) return refused(404, `'${path}' is nothing the world can do`);
      if (key === "") return refused(400, "the Idempotency-Key header is missing");
      const { company } = operation;
      const now = conditions[company];
      const call = log.count(path, key, String(body.order ?? ""), nowMs());
      const random = seededRandom(seed, path, key, call.requests);
      const latencyMs = latencyOf(random, now);
      const mishap = call.answer === undefined ? mishapOf(random, now) : undefined;
      const sinceFirstMs = nowMs() - call.firstMs;
      const answer =
        isDown(company) || mishap === "fails"
          ? unavailable(company)
          : (call.answer ?? operation.carryOut({ body, conditions: now, random, sinceFirstMs }));
      if (answer.status < 500) call.answer = answer;
      call.lastStatus = answer.status;
      return { ...answer, afterMs: mishap === "hangs" ? now.hangMs : latencyMs };
    },
    conditions: () => conditions,
    change(change) {
      conditions = changeConditions(conditions, change);
      return conditions;
    },
    calls: (order) => log.list(order),
  };
}

function latencyOf(random: Random, { latencyMinMs, latencyMaxMs }: Conditions): number {
  return intBetween(random, latencyMinMs, Math.max(latencyMinMs, latencyMaxMs));
}

/** A repeat of work that was done has no mishaps any more: hence a first answer only. */
function mishapOf(random: Random, { failRate, hangRate }: Conditions) {
  const luck = random();
  if (luck < failRate) return "fails";
  return luck < failRate + hangRate ? "hangs" : undefined;
}

function unavailable(company: string): Answer {
  return { status: 503, body: { reason: `${company} is not available` } };
}

function refused(status: number, reason: string): TimedAnswer {
  return { status, body: { reason }, afterMs: 0 };
}
