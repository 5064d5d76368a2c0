import { InvalidProjectError } from "./errors.ts";
import { type IntakeDefinition, isBrokerPublish } from "./intake.ts";
import type { RelayDefinition } from "./project.ts";
import { requireName } from "./require-name.ts";

/**
 * @throws {InvalidProjectError} if an intake leads to no topic, is there twice, or brings back what a relay sends, which would go
 *   round for ever
 */
export function requireIntakes(
  intakes: readonly IntakeDefinition[],
  relays: readonly RelayDefinition[],
  topics: ReadonlySet<string>,
): void {
  for (const [index, intake] of intakes.entries()) {
    const { broker, from, topic = from } = intake;
    const field = `intakes[${index}]`;
    requireName(`${field}.from`, from);
    if (!topics.has(topic)) {
      throw new InvalidProjectError(`${field}.topic`, `'${topic}' is not among the topics`);
    }
    const isSame = (other: IntakeDefinition) => other.broker === broker && other.from === from;
    if (intakes.findIndex(isSame) !== index) {
      throw new InvalidProjectError(`${field}.from`, `'${from}' of this broker is taken in twice`);
    }
    const back = relays.find(
      ({ publish, topic: sent }) =>
        isBrokerPublish(publish) &&
        publish.broker === broker &&
        (publish.to ?? sent) === from &&
        sent === topic,
    );
    if (back === undefined) continue;
    throw new InvalidProjectError(
      `${field}.from`,
      `'${from}' is where relay '${back.name}' sends topic '${topic}': an envelope would go round for ever`,
    );
  }
}
