/** Names the wire format; moves on its own, whatever the version of the records. */
export const STATE_CHANGE_FORMAT = "statesman.state-change/v1";

/** Where a piece of state lives. */
export interface StateAddress {
  readonly root: string;
  readonly path: string;
  readonly partition: string;
}

/** One change of a piece of state, as services of that kind tell each other. */
export interface StateChange {
  readonly store: string;
  readonly address: StateAddress;
  /** Counts the changes of one address. */
  readonly revision: number;
  /** Place in one store's feed: a transport key that means nothing in another store. */
  readonly globalPosition: bigint;
  readonly occurredAt: Date;
  readonly operation: string;
  readonly status: string;
  readonly valueType: string;
  readonly schemaVersion: number;
  readonly source: string;
  readonly fingerprint?: string;
  /** Of the payload: absent exactly when there is none. */
  readonly contentType?: string;
  /** Of the payload; never guessed. */
  readonly serializerId?: string;
  /** Opaque: handed on, never read. */
  readonly payload?: Uint8Array;
  readonly correlationId?: string;
  readonly causationId?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** `root::path::partition`. */
export function canonicalAddress({ root, path, partition }: StateAddress): string {
  return `${root}::${path}::${partition}`;
}

/** What consumers key on: the same after an export, a restore or a replay, where positions are others. */
export function stateChangeId({
  store,
  address,
  revision,
}: Pick<StateChange, "store" | "address" | "revision">): string {
  return `${store}/${canonicalAddress(address)}#${revision}`;
}

type Member = readonly [name: string, json: string | undefined];

/**
 * The message as JSON: camelCase, enums by name, what is absent left out, so that a field that comes with a later version
 * leaves older messages as they were. `globalPosition` is a JSON number with all its digits; a reader whose numbers are
 * doubles keys on `messageId`. How long a value may be served from a cache is left out on purpose: it is no property of a change.
 */
export function stateChangeJson(change: StateChange): string {
  const members = membersOf(change).flatMap(([name, json]) =>
    json === undefined ? [] : [`${JSON.stringify(name)}:${json}`],
  );
  return `{${members.join(",")}}`;
}

/** The same message as flat text fields, with the payload as bytes. */
export function stateChangeFields(
  change: StateChange,
): readonly (readonly [string, string | Uint8Array])[] {
  return membersOf(change).flatMap(([name, json]): (readonly [string, string | Uint8Array])[] => {
    if (json === undefined) return [];
    if (name === "payload") return [[name, change.payload ?? new Uint8Array()]];
    return [[name, json.startsWith('"') ? (JSON.parse(json) as string) : json]];
  });
}

function membersOf(change: StateChange): readonly Member[] {
  const { address, payload } = change;
  const bytes = payload === undefined ? undefined : Buffer.from(payload);
  return [
    ["format", text(STATE_CHANGE_FORMAT)],
    ["messageId", text(stateChangeId(change))],
    ["store", text(change.store)],
    ["root", text(address.root)],
    ["path", text(address.path)],
    ["partition", text(address.partition)],
    ["address", text(canonicalAddress(address))],
    ["revision", String(change.revision)],
    ["globalPosition", change.globalPosition.toString()],
    ["occurredAt", text(change.occurredAt.toISOString())],
    ["operation", text(change.operation)],
    ["status", text(change.status)],
    ["valueType", text(change.valueType)],
    ["schemaVersion", String(change.schemaVersion)],
    ["source", text(change.source)],
    ["fingerprint", text(change.fingerprint)],
    ["contentType", bytes && text(change.contentType)],
    ["serializerId", bytes && text(change.serializerId)],
    ["payload", bytes && text(bytes.toString("base64"))],
    ["correlationId", text(change.correlationId)],
    ["causationId", text(change.causationId)],
    ["metadata", JSON.stringify(change.metadata)],
    ["error", text(change.error)],
  ];
}

function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
