import type { JsonObject } from "../kernel/json.ts";
import { problemOfRedaction } from "../kernel/redaction/redaction-settings.ts";
import { declaredDataSchemas, requireRouteSchemas } from "./data-schemas.ts";
import { requireDirectSinks } from "./direct-sink.ts";
import { requireDocumentSettings } from "./document-settings.ts";
import { InvalidProjectError } from "./errors.ts";
import { feedSettingsOf } from "./feed-settings.ts";
import { letterTopic } from "./letter-topic.ts";
import { requireObservers } from "./observers.ts";
import type {
  MachineDefinition,
  ObserverDefinition,
  ProjectDefinition,
  ServicePolicy,
  TopicDefinition,
} from "./project.ts";
import { requireConsumerNames } from "./require-consumer-names.ts";
import { requireIntakes } from "./require-intakes.ts";
import { requireName } from "./require-name.ts";

const DEFAULT_TOPIC = "events";

/** A project whose names are checked and whose defaults are filled in. */
export interface Project extends ProjectDefinition {
  /** Those that observers name are among them. */
  readonly topics: readonly Required<TopicDefinition>[];
  readonly observers: readonly ObserverDefinition[];
  /** As JSON Schema. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/**
 * Check a project as far as it can be without compiling its charts.
 *
 * @throws {InvalidProjectError} naming the field, if a name is unusable, doubled, or points at nothing
 */
export function defineProject(definition: ProjectDefinition): Project {
  const { observers = [] } = definition;
  const topics = topicsOf(definition);
  const machineIds = definition.machines.map(machineIdOf);
  requireConsumerNames(definition, machineIds);
  requireObservers(definition, new Set(machineIds));
  for (const [index, topic] of topics.entries()) requireName(`topics[${index}]`, topic.name);
  requireUnique(
    "topics",
    topics.map((topic) => topic.name),
  );
  requireTries(definition);
  requireRedaction(definition);
  requireCount("letterRetention.resolvedMs", definition.letterRetention?.resolvedMs);
  requireCount("letterRetention.unresolvedMs", definition.letterRetention?.unresolvedMs);
  requireRoutes(definition, new Set(topics.map((topic) => topic.name)), new Set(machineIds));
  requireRelays(definition, new Set(topics.map((topic) => topic.name)));
  requireFeeds(definition, new Set(topics.map((topic) => topic.name)));
  requireAnnouncements(definition, new Set(topics.map((topic) => topic.name)));
  requireIntakes(
    definition.intakes ?? [],
    definition.relays ?? [],
    new Set(topics.map((topic) => topic.name)),
  );
  requireDirectSinks(definition.directSinks ?? [], new Set(topics.map((topic) => topic.name)));
  requireDocumentSettings(definition);
  const schemas = declaredDataSchemas(definition);
  requireRouteSchemas(definition, schemas);
  return { ...definition, topics, observers, schemas };
}

/** The topic a machine publishes to. */
export function outboundTopicOf(machine: MachineDefinition): string {
  return machine.topic ?? DEFAULT_TOPIC;
}

/** The `id` of a definition's chart, before the chart is parsed. */
export function machineIdOf(machine: MachineDefinition, index = 0): string {
  const id = (machine.chart as { readonly id?: unknown } | null)?.id;
  if (typeof id !== "string") {
    throw new InvalidProjectError(`machines[${index}].chart.id`, "must be a string");
  }
  requireName(`machines[${index}].chart.id`, id);
  return id;
}

/** The topics that are declared, and those that only observers name. */
function topicsOf(definition: ProjectDefinition): readonly Required<TopicDefinition>[] {
  const observed = new Set((definition.observers ?? []).map(({ topic }) => topic));
  const handedOn = handedOnWhole(definition);
  const topics = definition.topics.map((topic) => {
    const { name, onUnknown } = typeof topic === "string" ? { name: topic } : topic;
    const isTaken = observed.has(name) || handedOn.has(name);
    return { name, onUnknown: onUnknown ?? (isTaken ? "ignore" : "dead_letter") };
  });
  for (const { name } of topics) observed.delete(name);
  return [...topics, ...[...observed].map((name) => ({ name, onUnknown: "ignore" as const }))];
}

/** Topics of which a relay or feed takes everything and no machine anything: there no type is unknown. */
function handedOnWhole({ relays = [], feeds = [], routes }: ProjectDefinition): Set<string> {
  const whole = relays.filter(({ types }) => types === undefined);
  const topics = new Set([...whole, ...feeds].map(({ topic }) => topic));
  for (const { topic } of routes) topics.delete(topic);
  return topics;
}

function requireUnique(field: string, names: readonly string[]): void {
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) throw new InvalidProjectError(field, `'${doubled}' appears twice`);
}

function requireTries({ machines, relays = [], topics }: ProjectDefinition): void {
  for (const [index, { attemptsMax, receiptTtlMs, services = {} }] of machines.entries()) {
    requireCount(`machines[${index}].attemptsMax`, attemptsMax);
    requireCount(`machines[${index}].receiptTtlMs`, receiptTtlMs ?? undefined);
    for (const [name, policy] of Object.entries(services)) {
      requireCount(`machines[${index}].services.${name}.attemptsMax`, policy.attemptsMax);
      requireCount(`machines[${index}].services.${name}.timeoutMs`, policy.timeoutMs);
      requireOnePolicy(`machines[${index}].services.${name}`, policy);
    }
  }
  for (const [index, relay] of relays.entries()) {
    requireCount(`relays[${index}].attemptsMax`, relay.attemptsMax);
    requireCount(`relays[${index}].timeoutMs`, relay.timeoutMs);
    requireCount(`relays[${index}].concurrency`, relay.concurrency);
  }
  for (const [index, topic] of topics.entries()) {
    const { onUnknown } = typeof topic === "string" ? {} : topic;
    if (onUnknown === undefined || onUnknown === "dead_letter" || onUnknown === "ignore") continue;
    throw new InvalidProjectError(
      `topics[${index}].onUnknown`,
      `must be 'dead_letter' or 'ignore', got '${String(onUnknown)}'`,
    );
  }
}

function requireOnePolicy(field: string, { retry, attemptsMax, backoffMs }: ServicePolicy): void {
  if (retry === undefined) return;
  requireCount(`${field}.retry.maxAttempts`, retry.maxAttempts);
  if (attemptsMax === undefined && backoffMs === undefined) return;
  throw new InvalidProjectError(field, "takes 'retry', or 'attemptsMax' and 'backoffMs', not both");
}

function requireRedaction({ redaction, machines }: ProjectDefinition): void {
  const all = [{ redaction }, ...machines];
  for (const [index, settings] of all.map((each) => each.redaction).entries()) {
    const wrong = settings === undefined ? undefined : problemOfRedaction(settings);
    if (wrong === undefined) continue;
    const owner = index === 0 ? "" : `machines[${index - 1}].`;
    throw new InvalidProjectError(`${owner}redaction${wrong.field}`, wrong.problem);
  }
}

function requireCount(field: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new InvalidProjectError(field, `must be an integer of at least 1, got ${value}`);
}

function requireRoutes(
  { routes }: ProjectDefinition,
  topics: ReadonlySet<string>,
  machines: ReadonlySet<string>,
): void {
  for (const [index, route] of routes.entries()) {
    const field = `routes[${index}]`;
    if (!topics.has(route.topic)) {
      throw new InvalidProjectError(`${field}.topic`, `'${route.topic}' is not among the topics`);
    }
    if (!machines.has(route.machine)) {
      throw new InvalidProjectError(`${field}.machine`, `no machine '${route.machine}'`);
    }
    if (route.type === "" || route.type === "*") {
      throw new InvalidProjectError(`${field}.type`, `must be an exact type, got '${route.type}'`);
    }
  }
  requireUnique(
    "routes",
    routes.map((route) => `${route.topic} ${route.type} ${route.machine}`),
  );
}

function requireRelays(
  { relays = [], machines }: ProjectDefinition,
  topics: ReadonlySet<string>,
): void {
  for (const [index, relay] of relays.entries()) {
    requireUnique(`relays[${index}].types`, relay.types ?? []);
    if (typeof relay.publish !== "function") {
      throw new InvalidProjectError(`relays[${index}].publish`, "must be a function");
    }
    if (!topics.has(relay.topic)) {
      throw new InvalidProjectError(
        `relays[${index}].topic`,
        `'${relay.topic}' is not among the topics`,
      );
    }
  }
  for (const [index, machine] of machines.entries()) {
    const topic = outboundTopicOf(machine);
    if (!topics.has(topic)) {
      throw new InvalidProjectError(
        `machines[${index}].topic`,
        `'${topic}' is not among the topics`,
      );
    }
  }
}

function requireAnnouncements(
  { announceLetters = [] }: ProjectDefinition,
  topics: ReadonlySet<string>,
): void {
  for (const [index, topic] of announceLetters.entries()) {
    const missing = [topic, letterTopic(topic)].find((name) => !topics.has(name));
    if (missing === undefined) continue;
    throw new InvalidProjectError(
      `announceLetters[${index}]`,
      `'${missing}' is not among the topics`,
    );
  }
}

function requireFeeds({ feeds = [] }: ProjectDefinition, topics: ReadonlySet<string>): void {
  for (const [index, feed] of feeds.entries()) {
    const field = `feeds[${index}]`;
    if (typeof feed.sink !== "function" && typeof feed.sink?.open !== "function") {
      throw new InvalidProjectError(`${field}.sink`, "must be a function, or have a method 'open'");
    }
    if (!topics.has(feed.topic)) {
      throw new InvalidProjectError(`${field}.topic`, `'${feed.topic}' is not among the topics`);
    }
    feedSettingsOf(feed, field);
  }
}
