import { dataToBytes } from "../../envelope/data-bytes.ts";
import { decodeEnvelope } from "../../envelope/decode-envelope.ts";
import { DEFAULT_CONTENT_TYPE, type Envelope } from "../../envelope/envelope.ts";
import { InvalidConfigError } from "../../kernel/errors.ts";
import type { FeedRecord } from "../../projects/feed.ts";
import type { FeedEncoding } from "./feed-encoding.ts";
import {
  type StateChange,
  stateChangeFields,
  stateChangeId,
  stateChangeJson,
} from "./state-change.ts";

const CONTENT_TYPE = "application/json";
const FIRST_REVISION = 1;
const FIRST_SCHEMA_VERSION = 1;
/** Envelope extensions that say of themselves what a message says of its payload. */
const FINGERPRINT_EXTENSION = "fingerprint";
const SERIALIZER_EXTENSION = "serializerid";

export interface StateChangeOptions {
  /** Names the store that the changes come from; default the topic. */
  readonly store?: string;
  /** First part of every address; default `sagascope`. */
  readonly root?: string;
  /** Of envelopes that carry no `fingerprint` extension. */
  readonly fingerprint?: string;
  /** Of payloads whose envelope names none; default `application/json`. */
  readonly payloadContentType?: string;
}

/**
 * The messages of Statesman outboxes, `statesman.state-change/v1`, for services that read those. An event becomes the change of
 * `<machine>/<subject>` (`<source>/<subject>` where no machine published it); its own id is the address's partition, since one
 * step may publish several events at one revision.
 *
 * @throws {InvalidConfigError} if a setting is blank
 */
export function stateChangeEncoding(options: StateChangeOptions = {}): FeedEncoding {
  for (const setting of ["store", "root", "payloadContentType"] as const) {
    if (options[setting]?.trim() === "") throw new InvalidConfigError(setting, "must not be blank");
  }
  return {
    batchContentType: CONTENT_TYPE,
    encode: (record) => {
      const change = stateChangeOf(record, options);
      return {
        messageId: stateChangeId(change),
        contentType: CONTENT_TYPE,
        body: stateChangeJson(change),
        fields: stateChangeFields(change),
      };
    },
  };
}

/** @throws {EnvelopeCorruptError} if what is stored is no envelope */
export function stateChangeOf(record: FeedRecord, options: StateChangeOptions): StateChange {
  const envelope = decodeEnvelope(record.envelope);
  const { machineid, subject = "", correlationid, causationid } = envelope;
  const payload = payloadOf(envelope, record, options);
  const fingerprint = textOf(envelope, FINGERPRINT_EXTENSION) ?? options.fingerprint;
  return {
    store: options.store ?? record.topic,
    address: {
      root: options.root ?? "sagascope",
      path: `${machineid ?? record.source}/${subject}`,
      partition: record.id,
    },
    revision: record.revision ?? FIRST_REVISION,
    globalPosition: BigInt(record.position),
    occurredAt: record.recordedAt,
    operation: "Publish",
    status: "Committed",
    valueType: record.type,
    schemaVersion: majorOf(envelope.machineversion),
    source: record.source,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...payload,
    ...(correlationid === undefined ? {} : { correlationId: correlationid }),
    ...(causationid === undefined ? {} : { causationId: causationid }),
    metadata: Object.fromEntries(
      Object.entries(envelope.extensions).map(([name, value]) => [name, String(value)]),
    ),
  };
}

function payloadOf(
  envelope: Envelope,
  record: FeedRecord,
  options: StateChangeOptions,
): Pick<StateChange, "payload" | "contentType" | "serializerId"> {
  if (envelope.data === undefined) return {};
  const named = (JSON.parse(record.envelope) as { readonly datacontenttype?: unknown })
    .datacontenttype;
  const serializerId = textOf(envelope, SERIALIZER_EXTENSION);
  return {
    payload: dataToBytes(envelope),
    contentType:
      typeof named === "string" ? named : (options.payloadContentType ?? DEFAULT_CONTENT_TYPE),
    ...(serializerId === undefined ? {} : { serializerId }),
  };
}

function textOf(envelope: Envelope, extension: string): string | undefined {
  const value = envelope.extensions[extension];
  return value === undefined ? undefined : String(value);
}

/** `3` of `3.1.0`; a version that does not begin with a number, or none, is the first. */
function majorOf(version: string | undefined): number {
  const [, major] = /^(\d{1,9})/.exec(version ?? "") ?? [];
  return major === undefined ? FIRST_SCHEMA_VERSION : Number(major);
}
