import type { Envelope } from "../envelope/envelope.ts";
import { InvalidProjectError } from "./errors.ts";
import { requireName } from "./require-name.ts";

/** One event that a machine published. */
export interface DirectEvent {
  readonly topic: string;
  readonly envelope: Envelope;
}

/**
 * A function that each worker tells what its machines publish, right after their commits, at most once: for notices that may
 * be missed. What must arrive takes a relay; see `createDirectSink`.
 */
export interface DirectSinkDefinition {
  /** Names it in the log. */
  readonly name: string;
  /** Called in order per subject. Throwing loses the event, which is logged. */
  readonly publish: (event: DirectEvent) => Promise<unknown> | unknown;
  /** Default all. */
  readonly topics?: readonly string[];
  /** Events that wait or are under way at once; more are lost, and logged. Default 1,000. */
  readonly waitingMax?: number;
}

/** @throws {InvalidProjectError} naming the field, if a sink is named like another, is none, or asks for a topic that is none */
export function requireDirectSinks(
  sinks: readonly DirectSinkDefinition[],
  topics: ReadonlySet<string>,
): void {
  for (const [index, { name, publish, topics: told = [], waitingMax = 1 }] of sinks.entries()) {
    const field = `directSinks[${index}]`;
    requireName(`${field}.name`, name);
    if (sinks.findIndex((other) => other.name === name) !== index) {
      throw new InvalidProjectError(`${field}.name`, `'${name}' appears twice`);
    }
    if (typeof publish !== "function") {
      throw new InvalidProjectError(`${field}.publish`, "must be a function");
    }
    const unknown = told.find((topic) => !topics.has(topic));
    if (unknown !== undefined) {
      throw new InvalidProjectError(`${field}.topics`, `'${unknown}' is not among the topics`);
    }
    if (!Number.isSafeInteger(waitingMax) || waitingMax < 1) {
      const problem = `must be an integer of at least 1, got ${waitingMax}`;
      throw new InvalidProjectError(`${field}.waitingMax`, problem);
    }
  }
}
