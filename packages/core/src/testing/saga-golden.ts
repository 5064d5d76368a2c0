import { RetryPolicy, type RetryPolicyOptions } from "../sagas/retry-policy.ts";
import { type SagaBuilder, sagaBuilder } from "../sagas/saga-builder.ts";

/** How golden data writes a saga down. */
export interface SagaGolden {
  readonly saga: { readonly name: string; readonly start_event?: string };
  readonly steps: readonly {
    readonly name: string;
    readonly invoke: string;
    readonly compensate?: string | null;
    readonly timeout_ms?: number;
    readonly retry?: {
      readonly max_attempts?: number;
      readonly base_ms?: number;
      readonly jitter?: RetryPolicyOptions["jitter"];
    };
  }[];
  readonly on_failure: readonly string[];
}

/** The same saga, declared with our builder. */
export function declareSaga({ saga, steps, on_failure }: SagaGolden): SagaBuilder {
  const builder = sagaBuilder(saga.name, { startEvent: saga.start_event });
  for (const { name, invoke, compensate, timeout_ms, retry } of steps) {
    const { max_attempts, base_ms, jitter } = retry ?? {};
    const policy = new RetryPolicy({ maxAttempts: max_attempts, baseMs: base_ms, jitter });
    builder.step(name, {
      invoke,
      compensate,
      timeoutMs: timeout_ms,
      retry: retry === undefined ? undefined : policy,
    });
  }
  return builder.onFailure(...on_failure);
}
