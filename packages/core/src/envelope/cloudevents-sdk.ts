import { loadExtra } from "../kernel/load-extra.ts";
import type { EnvelopeChecks } from "./build-envelope.ts";
import { DATA_BASE64 } from "./data-bytes.ts";
import { envelopeToJson } from "./encode-envelope.ts";
import type { Envelope } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";
import { parseEnvelope } from "./parse-envelope.ts";

const SDK_PACKAGE: string = "cloudevents";

/** The properties of an event of the `cloudevents` package (its `CloudEventV1`): attributes and extensions side by side. */
export interface SdkEvent {
  readonly specversion: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly [attribute: string]: unknown;
}

/** The part of the `cloudevents` package that {@link toSdkCloudEvent} uses. */
export interface CloudEventsSdk {
  readonly CloudEvent: new (event: SdkEvent) => object;
}

/**
 * Read an event of the `cloudevents` package, or anything of its shape. The package itself is not needed.
 *
 * The event's properties are taken as they are, not its JSON, in which the package rewrites `time`.
 *
 * @throws {EnvelopeCorruptError} naming the first attribute that does not hold
 */
export function fromSdkEvent(event: unknown, checks: EnvelopeChecks = {}): Envelope {
  if (typeof event !== "object" || event === null) {
    throw new EnvelopeCorruptError(undefined, "must be a CloudEvent object");
  }
  const properties: Record<string, unknown> = Object.fromEntries(
    Object.entries(event).filter(([, value]) => value !== undefined),
  );
  if (properties[DATA_BASE64]) properties.data = undefined;
  else delete properties[DATA_BASE64];
  return parseEnvelope(properties, checks);
}

/**
 * The properties to hand to the `cloudevents` package, as `new CloudEvent(properties)` or to its HTTP and Kafka bindings.
 *
 * @throws {EnvelopeCorruptError} if the envelope was made by hand and does not hold
 */
export function toSdkEvent(envelope: Envelope): SdkEvent {
  return envelopeToJson(envelope) as unknown as SdkEvent;
}

/**
 * Make a real `CloudEvent` of the `cloudevents` package, for callers that check the class.
 *
 * @param load imports the package; give it to choose a copy of your own
 * @throws {MissingExtraError} naming the command to run, if the package is not installed
 */
export async function toSdkCloudEvent(
  envelope: Envelope,
  load: () => Promise<CloudEventsSdk> = importSdk,
): Promise<object> {
  const { CloudEvent } = await loadExtra(SDK_PACKAGE, load);
  return new CloudEvent(toSdkEvent(envelope));
}

/** The name is a variable so that neither the type checker nor a bundler looks for the optional package. */
function importSdk(): Promise<CloudEventsSdk> {
  return import(/* webpackIgnore: true */ SDK_PACKAGE) as Promise<CloudEventsSdk>;
}
