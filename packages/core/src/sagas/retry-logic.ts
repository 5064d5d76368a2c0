import { assign } from "xstate";
import type { LogicArgs, MachineLogic } from "../charts/logic.ts";
import type { RetryPolicy } from "./retry-policy.ts";
import { seededDraw } from "./seeded-draw.ts";

/** Where a policy keeps its count, and what its names in the chart start with. */
export interface RetryNames {
  /** `reserveRetry` gives `reserveRetryBump`, `…Reset`, `…CanRetry` and `…Delay`. */
  readonly prefix: string;
  /** Context field that counts failures. */
  readonly counter: string;
}

/**
 * A retry policy as the logic of a chart: `<prefix>Bump` counts a failure, `<prefix>CanRetry` asks for another try,
 * `<prefix>Delay` is the wait before it, `<prefix>Reset` forgets the count and the error after a success. A policy
 * with `decorrelated` jitter also keeps its previous delay, in the context field `<counter>_delay_ms`.
 *
 * Unless the policy has a source of chance of its own, the draw follows from the context: the step stays pure, a dry run
 * shows the delay that will really be waited, and instances still spread.
 */
export function retryLogic(policy: RetryPolicy, { prefix, counter }: RetryNames): MachineLogic {
  const delayField = `${counter}_delay_ms`;
  const isDecorrelated = policy.jitter === "decorrelated";

  function delayMs({ context }: LogicArgs, previousMs?: number): number {
    const rng = () => seededDraw(prefix, context);
    return policy.delayMs(Math.max(1, countOf(context[counter])), { previousMs, rng });
  }

  const bump = ({ context, event }: LogicArgs) => {
    const counted = { ...context, [counter]: countOf(context[counter]) + 1 };
    const change = { [counter]: counted[counter] };
    if (!isDecorrelated) return change;
    return {
      ...change,
      [delayField]: delayMs({ context: counted, event }, context[delayField] ?? undefined),
    };
  };
  const reset = () => ({
    [counter]: 0,
    error: null,
    ...(isDecorrelated ? { [delayField]: null } : {}),
  });
  return {
    actions: { [`${prefix}Bump`]: assign(bump), [`${prefix}Reset`]: assign(reset) },
    guards: {
      [`${prefix}CanRetry`]: ({ context }) => policy.canRetry(countOf(context[counter])),
    },
    delays: {
      [`${prefix}Delay`]: (args) =>
        isDecorrelated ? (args.context[delayField] ?? policy.baseMs) : delayMs(args),
    },
    waits: {
      [`${prefix}Delay`]: { timesMax: policy.maxAttempts, totalMs: policy.longestWaitsMs() },
    },
  };
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
