import type { Broker } from "../brokers/broker.ts";
import type { RelayPublish } from "./project.ts";

/** Records what a broker's topic brings on a topic of the project, as if it had been sent to the HTTP endpoint. */
export interface IntakeDefinition {
  readonly broker: Broker;
  /** The topic at the broker. */
  readonly from: string;
  /** The project's topic; default the same name. */
  readonly topic?: string;
}

/** A relay's publish function that knows where it leads. */
export interface BrokerPublish extends RelayPublish {
  readonly broker: Broker;
  readonly to: string | undefined;
}

/**
 * The far side of a relay that is a broker. An outage of it is never counted against an envelope; what it refuses is.
 *
 * @param to - the topic there; default the same name
 */
export function toBroker(broker: Broker, to?: string): BrokerPublish {
  const publish: RelayPublish = ({ topic, envelope }) => broker.publish(to ?? topic, envelope);
  return Object.assign(publish, { broker, to });
}

/** The brokers that a project's intakes and relays use, each once. */
export function brokersOf(project: {
  readonly intakes?: readonly IntakeDefinition[];
  readonly relays?: readonly { readonly name: string; readonly publish: RelayPublish }[];
}): readonly Broker[] {
  const relayed = (project.relays ?? []).flatMap(({ publish }) =>
    isBrokerPublish(publish) ? [publish.broker] : [],
  );
  return [...new Set([...(project.intakes ?? []).map(({ broker }) => broker), ...relayed])];
}

/** A broker, and the intakes and relays of a project that it serves. */
export interface BrokerUse {
  readonly broker: Broker;
  readonly by: readonly string[];
}

/** See {@link brokersOf}; with what each is for, since two brokers of a kind have one name. */
export function brokerUsesOf(project: Parameters<typeof brokersOf>[0]): readonly BrokerUse[] {
  const { intakes = [], relays = [] } = project;
  return brokersOf(project).map((broker) => ({
    broker,
    by: [
      ...intakes.filter((each) => each.broker === broker).map(({ from }) => `intake '${from}'`),
      ...relays
        .filter(({ publish }) => isBrokerPublish(publish) && publish.broker === broker)
        .map(({ name }) => `relay '${name}'`),
    ],
  }));
}

/** Whether a publish function came from {@link toBroker}. */
export function isBrokerPublish(publish: RelayPublish): publish is BrokerPublish {
  return "broker" in publish;
}
