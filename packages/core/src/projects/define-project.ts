import { InvalidProjectError } from "./errors.ts";
import type { MachineDefinition, ProjectDefinition, TopicDefinition } from "./project.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;
const DEFAULT_TOPIC = "events";

/** A project whose names are checked and whose defaults are filled in. */
export interface Project extends ProjectDefinition {
  readonly topics: readonly Required<TopicDefinition>[];
}

/**
 * Check a project as far as it can be without compiling its charts.
 *
 * @throws {InvalidProjectError} naming the field, if a name is unusable, doubled, or points at nothing
 */
export function defineProject(definition: ProjectDefinition): Project {
  const topics = definition.topics.map(toTopic);
  const machineIds = definition.machines.map(machineIdOf);
  requireName("name", definition.name);
  for (const [index, topic] of topics.entries()) requireName(`topics[${index}]`, topic.name);
  requireUnique(
    "topics",
    topics.map((topic) => topic.name),
  );
  requireUnique("machines", machineIds);
  requireTries(definition);
  requireRoutes(definition, new Set(topics.map((topic) => topic.name)), new Set(machineIds));
  requireRelays(definition, new Set(topics.map((topic) => topic.name)), new Set(machineIds));
  return { ...definition, topics };
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

function toTopic(topic: string | TopicDefinition): Required<TopicDefinition> {
  return typeof topic === "string"
    ? { name: topic, onUnknown: "dead_letter" }
    : { name: topic.name, onUnknown: topic.onUnknown ?? "dead_letter" };
}

function requireName(field: string, name: string): void {
  if (!NAME.test(name)) {
    throw new InvalidProjectError(
      field,
      `must be 1 to 100 letters, digits, '_', '.' or '-', got '${name}'`,
    );
  }
}

function requireUnique(field: string, names: readonly string[]): void {
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined) throw new InvalidProjectError(field, `'${doubled}' appears twice`);
}

function requireTries({ machines, relays = [], topics }: ProjectDefinition): void {
  for (const [index, { attemptsMax, services = {} }] of machines.entries()) {
    requireCount(`machines[${index}].attemptsMax`, attemptsMax);
    for (const [name, policy] of Object.entries(services)) {
      requireCount(`machines[${index}].services.${name}.attemptsMax`, policy.attemptsMax);
      requireCount(`machines[${index}].services.${name}.timeoutMs`, policy.timeoutMs);
    }
  }
  for (const [index, relay] of relays.entries()) {
    requireCount(`relays[${index}].attemptsMax`, relay.attemptsMax);
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

function requireCount(field: string, value: number | undefined): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1)) return;
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
  { relays = [], machines, name }: ProjectDefinition,
  topics: ReadonlySet<string>,
  machineIds: ReadonlySet<string>,
): void {
  for (const [index, relay] of relays.entries()) {
    requireName(`relays[${index}].name`, relay.name);
    if (machineIds.has(relay.name) || relay.name === name) {
      throw new InvalidProjectError(`relays[${index}].name`, `'${relay.name}' is taken`);
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
