import { DEFAULT_MAX_BYTES, MAX_DATA_DEPTH } from "../envelope/envelope.ts";
import { SagascopeError } from "../kernel/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { OperationRefusedError } from "./errors.ts";

/** What an operator can do to a running instance. */
export const INSTANCE_ACTIONS = ["send", "skip", "resume", "cancel", "rewind", "migrate"] as const;

export type InstanceActionKind = (typeof INSTANCE_ACTIONS)[number];

/** One thing to be done to an instance. */
export type InstanceAction =
  /** Give it an event, as if it had come from outside. */
  | SendAction
  /** Answer the service call it waits for in the service's place. */
  | SkipAction
  /** Have it do again what it failed at. */
  | ResumeAction
  /** End it where it stands. */
  | CancelAction
  /** Put it back to how it was after an earlier step. */
  | RewindAction
  /** Move it to another version of its chart. */
  | MigrateAction;

interface Guarded {
  /** Refused unless the instance still has this revision: what the operator looked at. */
  readonly ifRevision?: number;
}

export interface SendAction extends Guarded {
  readonly kind: "send";
  readonly event: string;
  readonly payload?: JsonValue;
}

export interface SkipAction extends Guarded {
  readonly kind: "skip";
  /** The call's id in the chart; needed only where several are waited for. */
  readonly call?: string;
  /** What the service is taken to have answered; null by default. */
  readonly output?: JsonValue;
}

export interface ResumeAction extends Guarded {
  readonly kind: "resume";
  /** The letter to resume from; needed only where several things failed. */
  readonly letterId?: string;
  /** The call to be tried again, by its id in the chart. */
  readonly call?: string;
  /** Go on from here instead of from right before the failure. */
  readonly revision?: number;
}

export interface CancelAction extends Guarded {
  readonly kind: "cancel";
}

export interface RewindAction extends Guarded {
  readonly kind: "rewind";
  readonly revision: number;
}

export interface MigrateAction extends Guarded {
  readonly kind: "migrate";
  /** The version's name; the current one by default. */
  readonly version?: string;
  /** Old state path to new one, for states that are not there any more. */
  readonly states?: Readonly<Record<string, string>>;
}

/** What each kind of action asks for. */
const FIELDS: Readonly<Record<InstanceActionKind, readonly string[]>> = {
  send: ["event", "payload"],
  skip: ["call", "output"],
  resume: ["letterId", "call", "revision"],
  cancel: [],
  rewind: ["revision"],
  migrate: ["version", "states"],
};

/** As long as an attribute of an envelope may be. */
const NAME_CHARACTERS_MAX = 1_024;

/**
 * Read an action from JSON that nobody has checked: what a caller handed in, or a row that another version wrote.
 *
 * @throws {OperationRefusedError} naming the field that is missing, unknown or malformed
 */
export function parseInstanceAction(kind: InstanceActionKind, source: unknown): InstanceAction {
  const fields = checkedFields(kind, source);
  const optional = <Key extends string, Value>(
    key: Key,
    read: (kind: string, key: Key, value: unknown) => Value,
  ) =>
    fields[key] === undefined
      ? {}
      : ({ [key]: read(kind, key, fields[key]) } as Record<Key, Value>);
  const guarded = optional("ifRevision", readRevision);
  switch (kind) {
    case "send":
      return {
        kind,
        event: readName(kind, "event", fields.event),
        ...optional("payload", readJson),
        ...guarded,
      };
    case "skip":
      return {
        kind,
        ...optional("call", readName),
        ...optional("output", readJson),
        ...guarded,
      };
    case "resume":
      return {
        kind,
        ...optional("letterId", readName),
        ...optional("call", readName),
        ...optional("revision", readRevision),
        ...guarded,
      };
    case "cancel":
      return { kind, ...guarded };
    case "rewind":
      return { kind, revision: readRevision(kind, "revision", fields.revision), ...guarded };
    case "migrate":
      return {
        kind,
        ...optional("version", readName),
        ...optional("states", readMapping),
        ...guarded,
      };
  }
}

/** An action as its row keeps it: everything but its kind. */
export function parametersOf({ kind: _kind, ...parameters }: InstanceAction): JsonObject {
  return parameters;
}

/**
 * The text that names an instance, a call or an event.
 *
 * @throws {OperationRefusedError} if it is blank, too long, or holds control characters
 */
export function readName(kind: string, field: string, value: unknown): string {
  const isName =
    typeof value === "string" &&
    value.trim() !== "" &&
    value.length <= NAME_CHARACTERS_MAX &&
    !/\p{Cc}/u.test(value);
  if (isName) return value;
  throw new OperationRefusedError(
    `${kind}: ${field} must be text of 1 to ${NAME_CHARACTERS_MAX} characters`,
  );
}

function checkedFields(
  kind: InstanceActionKind,
  source: unknown,
): Readonly<Record<string, unknown>> {
  if (!isJsonObject(source)) throw new OperationRefusedError(`${kind}: must be an object`);
  const known = new Set([...FIELDS[kind], "ifRevision"]);
  const unknown = Object.keys(source).find((field) => !known.has(field));
  if (unknown !== undefined) {
    throw new OperationRefusedError(`${kind}: there is no field '${unknown}'`);
  }
  return source;
}

function readRevision(kind: string, field: string, value: unknown): number {
  if (Number.isInteger(value) && (value as number) >= 1) return value as number;
  throw new OperationRefusedError(`${kind}: ${field} must be an integer of at least 1`);
}

function readJson(kind: string, field: string, value: unknown): JsonValue {
  try {
    const json = toJsonValue(value, MAX_DATA_DEPTH);
    if (Buffer.byteLength(JSON.stringify(json)) <= DEFAULT_MAX_BYTES) return json;
  } catch (error) {
    if (!(error instanceof SagascopeError)) throw error;
    throw new OperationRefusedError(`${kind}: ${field}: ${error.message}`, { cause: error });
  }
  throw new OperationRefusedError(`${kind}: ${field} is larger than ${DEFAULT_MAX_BYTES} bytes`);
}

function readMapping(
  kind: string,
  field: string,
  value: unknown,
): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) throw new OperationRefusedError(`${kind}: ${field} must be an object`);
  const entries = Object.entries(value).map(([from, to]) => [
    readName(kind, field, from),
    readName(kind, field, to),
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}
