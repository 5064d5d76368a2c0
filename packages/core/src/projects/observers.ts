import { InvalidProjectError } from "./errors.ts";
import type { ObserverDefinition, ProjectDefinition } from "./project.ts";
import { requireName } from "./require-name.ts";

/** As far as an envelope tells whose it is. */
export interface ObservedEnvelope {
  readonly topic: string;
  readonly source: string;
  /** The machine that published it. */
  readonly machineId?: string | null | undefined;
}

/** The observed service that an envelope is of: one that names the source goes before one that takes any. */
export function observerOf<Observer extends Pick<ObserverDefinition, "topic" | "source">>(
  observers: readonly Observer[],
  { topic, source, machineId }: ObservedEnvelope,
): Observer | undefined {
  if (typeof machineId === "string") return undefined;
  const onTopic = observers.filter((observer) => observer.topic === topic);
  return (
    onTopic.find((observer) => observer.source === source) ??
    onTopic.find((observer) => observer.source === undefined)
  );
}

/** @throws {InvalidProjectError} if an observer cannot be told from another or from a machine, or is told two things */
export function requireObservers(
  { observers = [], topics }: ProjectDefinition,
  machineIds: ReadonlySet<string>,
): void {
  const refusing = new Set(
    topics.flatMap((topic) =>
      typeof topic !== "string" && topic.onUnknown === "dead_letter" ? [topic.name] : [],
    ),
  );
  for (const [index, observer] of observers.entries()) {
    const field = `observers[${index}]`;
    requireName(`${field}.name`, observer.name);
    requireName(`${field}.topic`, observer.topic);
    requireTypes(`${field}.types`, observer.types);
    if (machineIds.has(observer.name)) {
      throw new InvalidProjectError(`${field}.name`, `'${observer.name}' is a machine`);
    }
    if (observer.source?.trim() === "") {
      throw new InvalidProjectError(`${field}.source`, "must not be empty");
    }
    if (refusing.has(observer.topic)) {
      const problem = `'${observer.topic}' gives up what no route takes: leave its onUnknown out`;
      throw new InvalidProjectError(`${field}.topic`, problem);
    }
    requireToldApart(field, observer, observers.slice(0, index));
  }
}

function requireTypes(field: string, types: readonly string[] | undefined): void {
  if (types?.length === 0) {
    throw new InvalidProjectError(field, "must name a type, or be left out for any");
  }
  for (const type of types ?? []) {
    if (type !== "" && type !== "*") continue;
    throw new InvalidProjectError(field, `must be exact types, got '${type}'`);
  }
}

function requireToldApart(
  field: string,
  { name, topic, source }: ObserverDefinition,
  before: readonly ObserverDefinition[],
): void {
  for (const other of before) {
    if (other.topic !== topic) continue;
    if (other.name === name) {
      throw new InvalidProjectError(`${field}.name`, `'${name}' observes '${topic}' twice`);
    }
    if (other.source === source) {
      const problem = `must tell '${name}' from '${other.name}', which is on the same topic`;
      throw new InvalidProjectError(`${field}.source`, problem);
    }
  }
}
