import type { DeliveryRecord } from "../engine/records.ts";
import type { RelayPublish } from "../projects/project.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";
import { DEFAULT_ATTEMPTS_MAX } from "./settle-failure.ts";

const TIMEOUT_MS = 5_000;

/** Offer an envelope to the far side of a relay, once. One whose tries all ended the worker is not offered again. */
export async function publishRelay(
  relay: RelayPublish | undefined,
  delivery: DeliveryRecord,
): Promise<EffectOutcome> {
  const failed = (problem: string) => ({ kind: "failed" as const, error: new Error(problem) });
  if (relay === undefined) return failed(`this worker has no relay '${delivery.sink}'`);
  if (delivery.attempts >= DEFAULT_ATTEMPTS_MAX) return failed("every try ended the worker");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { topic, envelope, subject } = delivery;
    await Promise.race([
      relay({ topic, envelope, subject, signal }),
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
      ),
    ]);
    return { kind: "answered", output: null };
  } catch (error) {
    return { kind: "failed", error };
  }
}
