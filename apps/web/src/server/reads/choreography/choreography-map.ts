import { defaultEventName } from "@sagascope/core";
import { type Chart, publicationsOf } from "@sagascope/core/charts";
import { type Choreography, choreographyOf } from "@sagascope/core/choreography";

/** What a place on the map is. `outside` is whoever sends envelopes and is neither a machine nor observed. */
export type MapNodeKind = "machine" | "service" | "outside" | "relay" | "feed";

/** A type of envelope on a topic. */
interface Said {
  readonly topic: string;
  readonly type: string;
}

/** Envelopes of one type from one sender, as they were recorded lately. */
export interface SeenEnvelopes extends Said {
  /** Node id of the sender. */
  readonly from: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** What is known of a choreography, as it came from the database. */
export interface ChoreographyFacts {
  readonly machines: readonly {
    readonly machineId: string;
    readonly project: string;
    readonly version: string;
    readonly chart: Chart;
    /** Where it publishes. */
    readonly topic: string;
    readonly active: number;
  }[];
  readonly routes: readonly (Said & { readonly machine: string; readonly event?: string })[];
  readonly observers: readonly {
    readonly name: string;
    readonly topic: string;
    /** What it is known to publish; none: anything. */
    readonly types: readonly string[];
  }[];
  /** Who else takes something; the type `*` stands for all of a topic. */
  readonly takers: readonly (Said & { readonly kind: "relay" | "feed"; readonly name: string })[];
  readonly seen: readonly SeenEnvelopes[];
  readonly letters: readonly {
    readonly consumer: string;
    readonly type: string;
    readonly open: number;
  }[];
}

/** Somebody who says or takes something. */
export interface MapNode {
  /** Its kind and name. */
  readonly id: string;
  readonly kind: MapNodeKind;
  readonly name: string;
  /** Version of the running chart, and instances in flight; of a machine. */
  readonly version?: string;
  readonly active?: number;
  /** Envelopes from it lately, whoever takes them. */
  readonly said: number;
  readonly openLetters: number;
}

/** One type of envelope on its way from one to another. */
export interface MapLink extends Said {
  readonly from: string;
  readonly to: string;
  /** What the receiving chart calls it; null where nobody's chart takes it. */
  readonly event: string | null;
  /** Envelopes lately, and when the last one was recorded. */
  readonly count: number;
  readonly lastAt: Date | null;
  /** Of this type, at this receiver, from whomever. */
  readonly openLetters: number;
  /** Part of a circle that nothing in the charts ends. */
  readonly isEndless: boolean;
  /** The receiving chart has no transition on it: each one is a dead letter. */
  readonly isUnhandled: boolean;
}

/** Who tells whom what, as declared and as seen. */
export interface ChoreographyMap {
  readonly nodes: readonly MapNode[];
  readonly links: readonly MapLink[];
  /** What leads back to itself: the machines in order, and what each tells the next. */
  readonly cycles: readonly {
    readonly machines: readonly string[];
    readonly types: readonly string[];
    readonly isEndless: boolean;
  }[];
  /** Published, and nobody takes it. */
  readonly unheard: readonly (Said & { readonly machine: string; readonly count: number })[];
  /** Routed, and nobody says it: no machine, no observed service, and nobody from outside lately. */
  readonly unsaid: readonly (Said & { readonly machine: string })[];
}

/** The id of a place on the map. */
export function nodeId(kind: MapNodeKind, name: string): string {
  return `${kind}:${name}`;
}

type BareLink = Pick<MapLink, "from" | "to" | "topic" | "type" | "event">;

/** Put declared charts and routes together with what was seen. Pure. */
export function buildChoreographyMap(facts: ChoreographyFacts): ChoreographyMap {
  const declared = choreographyOf({
    machines: facts.machines,
    routes: facts.routes,
    observers: facts.observers.map(({ name, topic, types }) =>
      types.length === 0 ? { name, topic } : { name, topic, types },
    ),
  });
  const links = [
    ...declaredLinks(facts, declared),
    ...linksToTakers(facts),
    ...linksFromOutside(facts),
  ].map((link) => complete(facts, declared, link));
  return {
    nodes: nodesOf(facts, links),
    links,
    cycles: declared.cycles.map(({ links: steps, isEndless }) => ({
      machines: steps.map(({ from }) => from),
      types: steps.map(({ type }) => type),
      isEndless,
    })),
    unheard: declared.unheard
      .filter((said) => !facts.takers.some((taker) => takes(taker, said)))
      .map((said) => ({ ...said, count: seenFrom(facts, machine(said.machine), said).count })),
    unsaid: declared.unsaid
      .filter(
        (route) => !links.some((link) => isSame(link, route) && link.to === machine(route.machine)),
      )
      .map(({ machine: name, topic, type }) => ({ machine: name, topic, type })),
  };
}

const machine = (name: string) => nodeId("machine", name);

function declaredLinks(facts: ChoreographyFacts, declared: Choreography): readonly BareLink[] {
  const services = new Set(facts.observers.map(({ name }) => name));
  return declared.links.map(({ from, to, topic, type, event }) => ({
    from: services.has(from) ? nodeId("service", from) : machine(from),
    to: machine(to),
    topic,
    type,
    event,
  }));
}

function linksToTakers({ machines, takers }: ChoreographyFacts): readonly BareLink[] {
  return machines.flatMap(({ machineId, topic, chart }) =>
    [...new Set(publicationsOf(chart).map(({ type }) => type))].flatMap((type) =>
      takers
        .filter((taker) => takes(taker, { topic, type }))
        .map(({ kind, name }) => ({
          from: machine(machineId),
          to: nodeId(kind, name),
          topic,
          type,
          event: null,
        })),
    ),
  );
}

/** Nobody declares who sends from outside: it is told from what came. */
function linksFromOutside({ seen, routes }: ChoreographyFacts): readonly BareLink[] {
  return seen
    .filter(({ from }) => from.startsWith(nodeId("outside", "")))
    .flatMap((envelopes) =>
      routes
        .filter((route) => isSame(route, envelopes))
        .map(({ machine: to, topic, type, event }) => ({
          from: envelopes.from,
          to: machine(to),
          topic,
          type,
          event: event ?? defaultEventName(type),
        })),
    );
}

function isSame(one: Said, other: Said): boolean {
  return one.topic === other.topic && one.type === other.type;
}

function takes(taker: Said, said: Said): boolean {
  return taker.topic === said.topic && (taker.type === "*" || taker.type === said.type);
}

function complete(facts: ChoreographyFacts, declared: Choreography, link: BareLink): MapLink {
  const isLink = (other: Said & { readonly from: string; readonly to: string }) =>
    isSame(link, other) && machine(other.from) === link.from && machine(other.to) === link.to;
  return {
    ...link,
    ...seenFrom(facts, link.from, link),
    openLetters: total(
      facts.letters.filter(
        ({ consumer, type }) => machine(consumer) === link.to && type === link.type,
      ),
    ),
    isEndless: declared.cycles.some(({ isEndless, links }) => isEndless && links.some(isLink)),
    isUnhandled: declared.unhandled.some(
      (route) => machine(route.machine) === link.to && isSame(link, route),
    ),
  };
}

function seenFrom({ seen }: ChoreographyFacts, from: string, said: Said) {
  const row = seen.find((one) => one.from === from && isSame(one, said));
  return { count: row?.count ?? 0, lastAt: row?.lastAt ?? null };
}

function nodesOf(facts: ChoreographyFacts, links: readonly MapLink[]): readonly MapNode[] {
  const senders = links
    .map(({ from }) => from)
    .filter((id) => id.startsWith(nodeId("outside", "")));
  return [
    ...facts.machines.map(({ machineId, version, active }) => ({
      id: machine(machineId),
      kind: "machine" as const,
      name: machineId,
      version,
      active,
      said: saidBy(facts, machine(machineId)),
      openLetters: lettersOf(facts, machineId),
    })),
    ...unique(
      facts.observers.map(({ name }) => nodeId("service", name)),
      facts,
    ),
    ...unique(senders, facts),
    ...unique(
      facts.takers.map(({ kind, name }) => nodeId(kind, name)),
      facts,
    ),
  ];
}

function unique(ids: readonly string[], facts: ChoreographyFacts): readonly MapNode[] {
  return [...new Set(ids)].map((id) => {
    const at = id.indexOf(":");
    const name = id.slice(at + 1);
    return {
      ...{ id, kind: id.slice(0, at) as MapNodeKind, name },
      said: saidBy(facts, id),
      openLetters: lettersOf(facts, name),
    };
  });
}

function saidBy({ seen }: ChoreographyFacts, id: string): number {
  return seen.filter(({ from }) => from === id).reduce((sum, { count }) => sum + count, 0);
}

function lettersOf({ letters }: ChoreographyFacts, consumer: string): number {
  return total(letters.filter((row) => row.consumer === consumer));
}

function total(letters: ChoreographyFacts["letters"]): number {
  return letters.reduce((sum, { open }) => sum + open, 0);
}
