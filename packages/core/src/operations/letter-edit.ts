import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { pointerNames, valueAt } from "../kernel/json-pointer.ts";
import { ReplayRefusedError } from "./errors.ts";

const STEPS_MAX = 100;
const CHARACTERS_MAX = 256 * 1_024;
const OPERATIONS = ["add", "replace", "remove"] as const;

/** One change to an envelope's data before it is replayed, as JSON Patch (RFC 6902) has it. */
export interface EditStep {
  readonly op: (typeof OPERATIONS)[number];
  /** JSON Pointer into the envelope, below `/data`. */
  readonly path: string;
  readonly value?: JsonValue;
}

/** A change as people see it: values are masked as everything else is. */
export interface EditChange {
  readonly op: EditStep["op"];
  readonly path: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/**
 * Read an edit that came from outside.
 *
 * @throws {ReplayRefusedError} naming the step and field that cannot be used
 */
export function parseLetterEdit(given: unknown): readonly EditStep[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > STEPS_MAX) {
    throw refused(`must be a list of 1 to ${STEPS_MAX} steps`);
  }
  if (JSON.stringify(given).length > CHARACTERS_MAX) {
    throw refused(`must be at most ${CHARACTERS_MAX} characters of JSON`);
  }
  return given.map((step, at) => parseStep(step, `[${at}]`));
}

function parseStep(given: unknown, place: string): EditStep {
  const { op, path, value, ...rest } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const known = OPERATIONS.find((operation) => operation === op);
  if (known === undefined) throw refused(`${place}.op must be one of ${OPERATIONS.join(", ")}`);
  if (typeof path !== "string" || !/^\/data(\/|$)/.test(path)) {
    throw refused(`${place}.path must be a JSON Pointer at or below /data`);
  }
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined) throw refused(`${place}.${stranger} is not known`);
  if (pointerNames(path).includes("__proto__")) throw refused(`${place}.path names '__proto__'`);
  if (known === "remove") return { op: known, path };
  if (value === undefined) throw refused(`${place}.value is missing`);
  return { op: known, path, value: value as JsonValue };
}

/**
 * An envelope with its data changed; the one that is given stays as it is.
 *
 * @throws {ReplayRefusedError} if a step leads nowhere
 */
export function applyEdit(envelope: JsonObject, steps: readonly EditStep[]): JsonObject {
  const edited = structuredClone(envelope) as Record<string, JsonValue>;
  for (const [at, step] of steps.entries()) applyStep(edited, step, `[${at}]`);
  return edited;
}

function applyStep(envelope: Record<string, JsonValue>, step: EditStep, place: string): void {
  const names = pointerNames(step.path);
  const name = names.at(-1) ?? "";
  const holder = names.length === 1 ? envelope : valueAt(envelope, parentOf(step.path));
  const nowhere = () => refused(`${place}.path '${step.path}' leads nowhere`);
  if (typeof holder !== "object" || holder === null) throw nowhere();
  if (Array.isArray(holder)) {
    applyToList(holder, name, step, nowhere);
    return;
  }
  const object = holder as Record<string, JsonValue>;
  if (step.op !== "add" && !Object.hasOwn(object, name)) throw nowhere();
  if (step.op === "remove") delete object[name];
  else object[name] = step.value ?? null;
}

function applyToList(
  list: JsonValue[],
  name: string,
  { op, value = null }: EditStep,
  nowhere: () => Error,
): void {
  const index = name === "-" ? list.length : /^(0|[1-9]\d*)$/.test(name) ? Number(name) : -1;
  const isThere = index >= 0 && (op === "add" ? index <= list.length : index < list.length);
  if (!isThere) throw nowhere();
  if (op === "add") list.splice(index, 0, value);
  else if (op === "remove") list.splice(index, 1);
  else list[index] = value;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** What an edit changes, read from what may be shown of the envelope before and after. */
export function changesOf(
  steps: readonly EditStep[],
  shownBefore: JsonValue,
  shownAfter: JsonValue,
): readonly EditChange[] {
  return steps.map(({ op, path }) => {
    const before = op === "add" ? undefined : valueAt(shownBefore, path);
    const after = op === "remove" ? undefined : valueAt(shownAfter, path);
    return {
      op,
      path,
      ...(before === undefined ? {} : { before: before as JsonValue }),
      ...(after === undefined ? {} : { after: after as JsonValue }),
    };
  });
}

function refused(problem: string): ReplayRefusedError {
  return new ReplayRefusedError(`edit${problem.startsWith("[") ? "" : ": "}${problem}`);
}
