import { asyncapiDocument } from "../asyncapi/asyncapi-document.ts";
import type { AsyncapiServer, InboundRoute } from "../asyncapi/asyncapi-options.ts";
import { asyncapiSystemDocument } from "../asyncapi/asyncapi-system-document.ts";
import type { Chart } from "../charts/chart.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { defaultEventName } from "../envelope/event-names.ts";
import type { JsonObject } from "../kernel/json.ts";
import { machineIdOf, outboundTopicOf, type Project } from "./define-project.ts";
import type { MachineDefinition } from "./project.ts";

/** The broker of a project that names none: the tables of the database, which carry everything themselves. */
const OWN_QUEUE: AsyncapiServer = {
  host: "database",
  protocol: "postgresql",
  description: "The outbox of Sagascope in PostgreSQL, which is its own queue.",
};

/**
 * The document of one machine of a project, from one of its charts.
 *
 * @param chart an older version; default: the definition's own
 */
export function machineDocumentOf(
  project: Project,
  machine: MachineDefinition,
  chart: Chart = parseChart(machine.chart),
): JsonObject {
  const { title, description } = machine.document ?? {};
  return asyncapiDocument(chart, {
    ...sharedOptions(project),
    routes: inboundRoutesOf(project, machineIdOf(machine)),
    outboundTopic: outboundTopicOf(machine),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  });
}

/** The document of a whole project. */
export function systemDocumentOf(project: Project): JsonObject {
  const { title, description, apiVersion } = project.documents ?? {};
  return asyncapiSystemDocument({
    ...sharedOptions(project),
    name: project.name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    machines: project.machines
      .filter(({ document }) => document?.isHidden !== true)
      .map((machine) => ({
        chart: parseChart(machine.chart),
        routes: inboundRoutesOf(project, machineIdOf(machine)),
        outboundTopic: outboundTopicOf(machine),
        ...machine.document,
      })),
    topics: project.topics.map(({ name }) => name),
    observers: project.observers,
  });
}

/** What brings a machine its events, sorted: the order in which routes are written down means nothing. */
function inboundRoutesOf({ routes }: Project, machineId: string): InboundRoute[] {
  return routes
    .filter(({ machine }) => machine === machineId)
    .map(({ topic, type, event }) => ({ topic, type, event: event ?? defaultEventName(type) }))
    .sort((one, other) => compare(one.topic, other.topic) || compare(one.type, other.type));
}

function sharedOptions({ documents = {}, schemas }: Project) {
  const { version, servers = { queue: OWN_QUEUE } } = documents;
  return { ...(version === undefined ? {} : { version }), servers, schemas, withBindings: true };
}

/** By code units, the same on every machine. */
function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
