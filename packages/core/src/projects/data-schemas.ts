import { type DeclaredSchemas, schemaFor } from "../asyncapi/declared-schemas.ts";
import { defaultEventName } from "../envelope/event-names.ts";
import type { JsonObject } from "../kernel/json.ts";
import { compileSchema, type SchemaCheck } from "../schemas/compile-schema.ts";
import { toJsonSchema } from "../schemas/data-schema.ts";
import { InvalidSchemaError } from "../schemas/errors.ts";
import { InvalidProjectError } from "./errors.ts";
import type { MachineDefinition, ProjectDefinition, Route } from "./project.ts";

/** What a route holds data to; undefined where it takes anything. */
export type DataCheckOf = (machine: string, topic: string, type: string) => SchemaCheck | undefined;

/**
 * The project's schemas as JSON Schema, each checked, those of its charts too.
 *
 * @throws {InvalidProjectError} naming the schema that cannot be used
 */
export function declaredDataSchemas({
  schemas = {},
  machines,
}: ProjectDefinition): DeclaredSchemas {
  for (const [index, machine] of machines.entries()) {
    const own = chartSchemasOf(machine);
    if (own !== undefined) schemasAt(`machines[${index}].chart.meta.schemas`, own);
  }
  return schemasAt("schemas", schemas);
}

/** @throws {InvalidProjectError} if a route validates and nothing is declared for its type */
export function requireRouteSchemas(
  { routes, machines }: Pick<ProjectDefinition, "routes" | "machines">,
  schemas: DeclaredSchemas,
): void {
  for (const [index, route] of routes.entries()) {
    if (route.validate !== true || routeSchema(route, machines, schemas) !== undefined) continue;
    const problem = `needs a schema for '${route.type}', in 'schemas' or in the chart's meta.schemas`;
    throw new InvalidProjectError(`routes[${index}].validate`, problem);
  }
}

/** Where a project's routes and schemas stand. */
interface CheckedProject {
  readonly routes: readonly Route[];
  readonly machines: readonly MachineDefinition[];
  readonly schemas?: DeclaredSchemas;
}

/** What the data of a type is declared to be where a machine takes it, on whatever topic; undefined where nothing is declared. */
export type DeclaredCheckOf = (machine: string, type: string) => SchemaCheck | undefined;

/** Checks of every type that is routed and declared, compiled when one is asked for: whether or not a route holds envelopes to it. */
export function declaredChecksOf(project: CheckedProject): DeclaredCheckOf {
  return (machine, type) => {
    const route = project.routes.find((one) => one.machine === machine && one.type === type);
    const schema = route && routeSchema(route, project.machines, project.schemas ?? {});
    return schema && compileSchema(schema);
  };
}

/** The checks of the routes that ask for one, compiled. */
export function dataChecksOf(project: CheckedProject): DataCheckOf {
  const checks = new Map<string, SchemaCheck>();
  const keyOf = (...names: readonly string[]) => JSON.stringify(names);
  for (const route of project.routes.filter(({ validate }) => validate === true)) {
    const schema = routeSchema(route, project.machines, project.schemas ?? {});
    if (schema !== undefined) {
      checks.set(keyOf(route.machine, route.topic, route.type), compileSchema(schema));
    }
  }
  return (machine, topic, type) =>
    checks.size === 0 ? undefined : checks.get(keyOf(machine, topic, type));
}

function routeSchema(
  { machine, type, event }: Route,
  machines: readonly MachineDefinition[],
  schemas: DeclaredSchemas,
): JsonObject | undefined {
  const definition = machines.find(({ chart }) => (chart as { id?: unknown }).id === machine);
  const own = definition === undefined ? undefined : chartSchemasOf(definition);
  const all = { ...(own as DeclaredSchemas | undefined), ...schemas };
  return schemaFor(all, type, event ?? defaultEventName(type)).declared;
}

function chartSchemasOf({ chart }: MachineDefinition): unknown {
  return (chart as { readonly meta?: { readonly schemas?: unknown } } | null)?.meta?.schemas;
}

function schemasAt(field: string, schemas: unknown): DeclaredSchemas {
  if (typeof schemas !== "object" || schemas === null || Array.isArray(schemas)) {
    throw new InvalidProjectError(field, "must be an object of schemas by envelope type");
  }
  return Object.fromEntries(
    Object.entries(schemas).map(([type, source]) => [
      type,
      schemaAt(`${field}['${type}']`, source),
    ]),
  );
}

function schemaAt(field: string, source: unknown): JsonObject {
  try {
    const schema = toJsonSchema(source);
    compileSchema(schema);
    return schema;
  } catch (error) {
    if (!(error instanceof InvalidSchemaError)) throw error;
    const at = error.field === "" ? field : `${field}.${error.field}`;
    throw new InvalidProjectError(at, error.problem);
  }
}
