import type { ErrorRecord } from "../dead-letters/letter.ts";
import type { DeliveryRecord, InstanceRecord } from "../engine/records.ts";
import type { Settlement } from "../engine/step-commit.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { Dedup } from "./dedup.ts";

/** The envelope of a delivery, or why its text is none. */
export type DecodedEnvelope =
  | { readonly kind: "decoded"; readonly envelope: Envelope }
  | { readonly kind: "corrupt"; readonly error: unknown };

/** Decode once, before the inbox is asked; a text that cannot be decoded is a letter, never an exception. */
export function decodeForPlan(text: string): DecodedEnvelope {
  try {
    return { kind: "decoded", envelope: decodeEnvelope(text) };
  } catch (error) {
    return { kind: "corrupt", error };
  }
}

/** An envelope to be handled by a machine, with what the store knows about it. */
export interface DeliveryWork {
  readonly decoded: DecodedEnvelope;
  /** The delivery it came by; a replay makes one up. */
  readonly delivery: Pick<
    DeliveryRecord,
    "sink" | "subject" | "topic" | "envelope" | "event" | "attempts" | "errors"
  >;
  readonly instance: InstanceRecord | undefined;
  readonly receipt: { readonly fingerprint: string } | undefined;
  /** The key under which `receipt` was looked for, and the new one is written. */
  readonly dedup: Dedup;
  /** Tries before it is given up; default: what the machine's definition says. A replay has one. */
  readonly attemptsMax?: number;
  /** Of the span of handling it, as W3C `traceparent`; without one, what it leads to names the envelope's own. */
  readonly traceparent?: string;
}

/** How the work ends in the store, for each way it can end. */
export interface DeliverySettlements {
  readonly done: readonly Settlement[];
  retry(attempts: number, delayMs: number, errors: readonly ErrorRecord[]): readonly Settlement[];
}

/** Whose order it is handled in. */
export function laneOfDelivery({ delivery }: DeliveryWork): {
  readonly machineId: string;
  readonly subject: string;
} {
  return { machineId: delivery.sink, subject: delivery.subject };
}
