import type { DeliveryRecord } from "../engine/records.ts";
import { inSpan } from "../kernel/tracing.ts";
import { withinTime } from "../kernel/within-time.ts";
import type { RelayDefinition } from "../projects/project.ts";
import { UnknownRelayError } from "./errors.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";
import { DEFAULT_ATTEMPTS_MAX } from "./settle-failure.ts";
import { spanOfHandover } from "./trace-work.ts";

export const DEFAULT_RELAY_TIMEOUT_MS = 5_000;
const DEFAULT_CONCURRENCY = 64;

/** Offers envelopes to the far sides of relays, so many of each at a time. */
export interface RelayRunner {
  /** Each of them ends in one call of `onOutcome`. */
  offer(deliveries: readonly DeliveryRecord[]): void;
}

/**
 * @param onOutcome - told of each delivery what came of it; one whose tries all ended the worker is not offered again
 */
export function createRelayRunner(
  relays: ReadonlyMap<string, RelayDefinition>,
  onOutcome: (delivery: DeliveryRecord, outcome: EffectOutcome) => void,
): RelayRunner {
  const lines = new Map<string, Line>();

  const lineOf = (sink: string): Line => {
    const known = lines.get(sink);
    if (known !== undefined) return known;
    const line = { waiting: [], running: 0 };
    lines.set(sink, line);
    return line;
  };

  const pump = (line: Line, relay: RelayDefinition): void => {
    const { concurrency = DEFAULT_CONCURRENCY } = relay;
    while (line.running < concurrency) {
      const delivery = line.waiting.shift();
      if (delivery === undefined) return;
      line.running += 1;
      void offerToRelay(relay, delivery).then((outcome) => {
        line.running -= 1;
        onOutcome(delivery, outcome);
        pump(line, relay);
      });
    }
  };

  return {
    offer(deliveries) {
      const touched = new Set<string>();
      for (const delivery of deliveries) {
        const refusal = refusalOf(relays, delivery);
        if (refusal !== undefined) onOutcome(delivery, refusal);
        else {
          lineOf(delivery.sink).waiting.push(delivery);
          touched.add(delivery.sink);
        }
      }
      for (const sink of touched) {
        const relay = relays.get(sink);
        if (relay !== undefined) pump(lineOf(sink), relay);
      }
    },
  };
}

interface Line {
  readonly waiting: DeliveryRecord[];
  running: number;
}

/** Tries of one envelope before it is a dead letter. */
export function relayAttemptsMax(relay: RelayDefinition | undefined): number {
  return relay?.attemptsMax ?? DEFAULT_ATTEMPTS_MAX;
}

function refusalOf(
  relays: ReadonlyMap<string, RelayDefinition>,
  { sink, attempts }: DeliveryRecord,
): EffectOutcome | undefined {
  const relay = relays.get(sink);
  if (relay === undefined) return { kind: "failed", error: new UnknownRelayError(sink) };
  return attempts >= relayAttemptsMax(relay)
    ? { kind: "failed", error: new Error("every try ended the worker") }
    : undefined;
}

/** Offer an envelope to the far side, once, within the relay's time. */
export async function offerToRelay(
  relay: RelayDefinition,
  delivery: Pick<DeliveryRecord, "topic" | "envelope" | "subject" | "attempts">,
): Promise<EffectOutcome> {
  const { timeoutMs = DEFAULT_RELAY_TIMEOUT_MS } = relay;
  try {
    const { topic, envelope, subject, attempts } = delivery;
    await inSpan(
      () => spanOfHandover("relay", relay.name, delivery),
      () =>
        withinTime({ timeoutMs }, (call) =>
          relay.publish({
            topic,
            envelope,
            subject,
            attempt: attempts + 1,
            get signal() {
              return call.signal;
            },
          }),
        ),
    );
    return { kind: "answered", output: null };
  } catch (error) {
    return { kind: "failed", error };
  }
}
