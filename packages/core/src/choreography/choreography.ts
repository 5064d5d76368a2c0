import type { Chart } from "../charts/chart.ts";
import { type ChartGraph, chartGraph } from "../charts/graph.ts";
import { publicationsOf } from "../charts/publications.ts";
import { defaultEventName } from "../envelope/event-names.ts";
import { findCycles } from "./find-cycles.ts";
import { handles, type Response, responseTo } from "./responses.ts";

/** A machine as far as others have to do with it. */
export interface ChoreographyMachine {
  readonly chart: Chart;
  /** Where it publishes. */
  readonly topic: string;
}

/** Hands envelopes of one type on one topic to a machine. */
export interface ChoreographyRoute {
  readonly topic: string;
  readonly type: string;
  /** Machine id. */
  readonly machine: string;
  /** The chart's event; default: the type's own. */
  readonly event?: string;
}

/** A service of other people that publishes on a topic. */
export interface ChoreographyObserver {
  readonly name: string;
  readonly topic: string;
  /** What it is known to publish; default anything. */
  readonly types?: readonly string[];
}

/** One machine tells another something. */
export interface ChoreographyLink {
  /** A machine, or an observed service. */
  readonly from: string;
  readonly to: string;
  readonly topic: string;
  readonly type: string;
  /** What the receiving chart calls it. */
  readonly event: string;
}

/** Something that leads back to itself. */
export interface ChoreographyCycle {
  /** In order: each link is taken because of the one before it, the first because of the last. */
  readonly links: readonly ChoreographyLink[];
  /**
   * Nothing in the charts ends it: every machine on it may come to handle its event again. Guards may still end it. Else
   * each instance goes round a limited number of times.
   */
  readonly isEndless: boolean;
}

/** Who tells whom what, as charts and routes declare it. */
export interface Choreography {
  readonly links: readonly ChoreographyLink[];
  readonly cycles: readonly ChoreographyCycle[];
  /** Published, and no route takes it: for others, or forgotten. */
  readonly unheard: readonly {
    readonly machine: string;
    readonly topic: string;
    readonly type: string;
  }[];
  /** Routed, and neither a machine nor an observed service publishes it: it has to come from outside. */
  readonly unsaid: readonly ChoreographyRoute[];
  /** Routed to a machine whose chart has no transition on it: each one would be a dead letter. */
  readonly unhandled: readonly ChoreographyRoute[];
}

/** A route with what its machine may do about what comes by it. */
interface Hop {
  readonly route: ChoreographyRoute;
  readonly event: string;
  readonly topic: string;
  readonly response: Response;
}

/**
 * Read the choreography from charts, routes and what is observed. Pure and browser-safe; routes of machines not given are
 * left out.
 */
export function choreographyOf(project: {
  readonly machines: readonly ChoreographyMachine[];
  readonly routes: readonly ChoreographyRoute[];
  readonly observers?: readonly ChoreographyObserver[];
}): Choreography {
  const machines = new Map(project.machines.map((machine) => [machine.chart.id, machine]));
  const graphs = new Map(project.machines.map(({ chart }) => [chart.id, chartGraph(chart)]));
  const routes = project.routes.filter(({ machine }) => machines.has(machine));
  const said = project.machines.flatMap(({ chart, topic }) =>
    [...new Set(publicationsOf(chart).map(({ type }) => type))].map((type) => ({
      machine: chart.id,
      topic,
      type,
    })),
  );
  const isSaid = (route: ChoreographyRoute) => said.some((what) => takes(route, what));
  const observed = (project.observers ?? []).flatMap((observer) =>
    routes
      .filter((route) => mayPublish(observer, route, isSaid(route)))
      .map((route) => ({ observer, route })),
  );
  return {
    links: [
      ...said.flatMap((what) =>
        routes.filter((route) => takes(route, what)).map((route) => linkOf(what.machine, route)),
      ),
      ...observed.map(({ observer, route }) => linkOf(observer.name, route)),
    ],
    cycles: cyclesOf(routes.map((route) => hopOf(route, machines, graphs))),
    unheard: said.filter((what) => !routes.some((route) => takes(route, what))),
    unsaid: routes.filter(
      (route) => !isSaid(route) && !observed.some((observation) => observation.route === route),
    ),
    unhandled: routes.filter((route) => !handles(graphOf(graphs, route), eventOf(route))),
  };
}

function takes(
  route: ChoreographyRoute,
  what: { readonly topic: string; readonly type: string },
): boolean {
  return route.topic === what.topic && route.type === what.type;
}

/** A service whose types are not declared is taken to publish what nobody else does. */
function mayPublish(
  { topic, types }: ChoreographyObserver,
  route: ChoreographyRoute,
  isSaid: boolean,
): boolean {
  return route.topic === topic && (types?.includes(route.type) ?? !isSaid);
}

function cyclesOf(hops: readonly Hop[]): readonly ChoreographyCycle[] {
  const nextOf = ({ topic, response }: Hop) =>
    hops.filter(({ route }) => route.topic === topic && response.publishes.includes(route.type));
  return findCycles(hops, nextOf).map((cycle) => ({
    links: cycle.map((hop, at) => {
      const next = cycle[(at + 1) % cycle.length] ?? hop;
      return linkOf(hop.route.machine, next.route);
    }),
    isEndless: cycle.every(({ response }) => response.repeats),
  }));
}

function hopOf(
  route: ChoreographyRoute,
  machines: ReadonlyMap<string, ChoreographyMachine>,
  graphs: ReadonlyMap<string, ChartGraph>,
): Hop {
  const event = eventOf(route);
  return {
    route,
    event,
    topic: machines.get(route.machine)?.topic ?? "",
    response: responseTo(graphOf(graphs, route), event),
  };
}

function graphOf(graphs: ReadonlyMap<string, ChartGraph>, route: ChoreographyRoute): ChartGraph {
  return graphs.get(route.machine) ?? { id: route.machine, states: [], transitions: [] };
}

function linkOf(from: string, route: ChoreographyRoute): ChoreographyLink {
  const { topic, type, machine: to } = route;
  return { from, to, topic, type, event: eventOf(route) };
}

function eventOf(route: ChoreographyRoute): string {
  return route.event ?? defaultEventName(route.type);
}
