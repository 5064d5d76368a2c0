import { InvalidProjectError } from "./errors.ts";
import type { ProjectDefinition } from "./project.ts";
import { requireName } from "./require-name.ts";

/** One that takes events, and where its name is declared. */
interface Consumer {
  readonly field: string;
  readonly name: string;
  /** For people. */
  readonly what: string;
}

/**
 * Deliveries, dead letters and cursors are kept by the consumer's name, and the project is one too: it takes what no route
 * does. Two of one name would get each other's; a machine named like its project would never be handed an event.
 *
 * @throws {InvalidProjectError} naming the second of two that share a name
 */
export function requireConsumerNames(
  { name, relays = [], feeds = [] }: ProjectDefinition,
  machineIds: readonly string[],
): void {
  const consumers: readonly Consumer[] = [
    { field: "name", name, what: "the project" },
    ...machineIds.map((id, index) => ({
      field: `machines[${index}].chart.id`,
      name: id,
      what: `machines[${index}]`,
    })),
    ...relays.map((relay, index) => ({
      field: `relays[${index}].name`,
      name: relay.name,
      what: `relays[${index}]`,
    })),
    ...feeds.map((feed, index) => ({
      field: `feeds[${index}].name`,
      name: feed.name,
      what: `feeds[${index}]`,
    })),
  ];
  const takenBy = new Map<string, string>();
  for (const consumer of consumers) {
    requireName(consumer.field, consumer.name);
    const holder = takenBy.get(consumer.name);
    if (holder !== undefined) {
      throw new InvalidProjectError(
        consumer.field,
        `'${consumer.name}' is taken by ${holder}: a project, its machines, relays and feeds need names of their own`,
      );
    }
    takenBy.set(consumer.name, consumer.what);
  }
}
