import { newId } from "../kernel/ids.ts";
import type { EnvelopeSources } from "./create-envelope.ts";
import { createEnvelope } from "./create-envelope.ts";
import type { Envelope } from "./envelope.ts";

/** What a machine announces when it takes a transition. */
export interface TransitionAnnouncement {
  readonly machine: { readonly id: string; readonly version?: string | null };
  readonly type: string;
  readonly data?: unknown;
  /** The envelope the machine reacted to. */
  readonly cause?: Envelope;
  /** Business key; defaults to the cause's subject, then the instance's key, then the interpreter's id. */
  readonly subject?: string;
  /** Key the instance is stored under. */
  readonly storeKey?: string;
  /** Last resort for the subject. */
  readonly interpreterId?: string;
  /** `xsm/<machine id>` by default. */
  readonly source?: string;
  readonly id?: string;
  readonly time?: string | Date;
}

/**
 * Make the envelope a machine publishes: stamped with the machine, and linked to its cause by causation and
 * correlation id. Of the cause's extensions only `traceparent` is carried over. Empty text counts as absent.
 *
 * @throws {EnvelopeCorruptError} naming the attribute that does not hold
 */
export function envelopeFromTransition(
  announcement: TransitionAnnouncement,
  sources: EnvelopeSources = {},
): Envelope {
  const { machine, type, data, cause, time } = announcement;
  const id = announcement.id ?? (sources.mintId ?? newId)();
  return createEnvelope(
    {
      id,
      type,
      data,
      time,
      source: announcement.source || `xsm/${machine.id}`,
      subject: subjectOf(announcement),
      correlationid: cause?.correlationid || cause?.id || id,
      causationid: cause?.id,
      machineid: machine.id,
      machineversion: machine.version || undefined,
      extensions: { traceparent: cause?.extensions.traceparent },
    },
    sources,
  );
}

function subjectOf(announcement: TransitionAnnouncement): string | undefined {
  const { subject, cause, storeKey, interpreterId } = announcement;
  return subject || cause?.subject || storeKey || interpreterId || undefined;
}
