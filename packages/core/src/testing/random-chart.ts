import fc from "fast-check";
import type { JsonObject } from "../kernel/json.ts";

/** A state of a random chart before its transitions are drawn. */
interface Shape {
  readonly kind: "atomic" | "compound" | "parallel" | "final" | "shallow" | "deep";
  readonly children: readonly Shape[];
  /** Picks the default child of a compound state, and whether a history state has a default. */
  readonly initial: number;
}

/** A transition, its ends picked by number among the states in document order. */
interface Edge {
  readonly from: number;
  readonly to: readonly number[];
  readonly trigger: (typeof TRIGGERS)[number];
  readonly isGuarded: boolean;
  readonly reenter: boolean;
}

interface Drawn {
  readonly path: string;
  readonly kind: Shape["kind"];
  readonly json: Record<string, JsonObject>;
}

/** Events that the chart takes from outside. */
export const RANDOM_EVENTS = ["E", "F", "F.more"] as const;
/** The one guard, the one service and the one action that random charts name. */
export const RANDOM_NAMES = { guard: "maybe", service: "work", action: "raiseE" } as const;

const TRIGGERS = ["E", "F", "F.*", "*", "always", "onDone", "100", "200", "done", "error"] as const;
const DEPTH_MAX = 3;

const leaf: fc.Arbitrary<Shape> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant("atomic" as const) },
    { weight: 2, arbitrary: fc.constant("final" as const) },
    { weight: 1, arbitrary: fc.constant("shallow" as const) },
    { weight: 1, arbitrary: fc.constant("deep" as const) },
  ),
  children: fc.constant([]),
  initial: fc.nat(2),
});

function shapes(depth: number): fc.Arbitrary<Shape> {
  if (depth === 0) return leaf;
  const branch = fc
    .record({
      kind: fc.constantFrom("compound" as const, "parallel" as const),
      children: fc.array(shapes(depth - 1), { minLength: 1, maxLength: 3 }),
      initial: fc.nat(2),
    })
    .filter(({ children }) => children.some(isReal));
  return fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 3, arbitrary: branch });
}

const edges: fc.Arbitrary<readonly Edge[]> = fc.array(
  fc.record({
    from: fc.nat(40),
    to: fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.nat(40)) },
      { weight: 2, arbitrary: fc.tuple(fc.nat(40), fc.nat(40)) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    trigger: fc.constantFrom(...TRIGGERS),
    isGuarded: fc.boolean(),
    reenter: fc.boolean(),
  }),
  { maxLength: 14 },
);

/**
 * Chart JSON with nesting, regions, history, finals, guards, delays, services and a raised event, all of it drawn at
 * random, and valid: what a property over charts needs.
 */
export const randomCharts: fc.Arbitrary<JsonObject> = fc
  .record({
    root: shapes(DEPTH_MAX).filter(({ children }) => children.length > 0),
    edges,
    raisesAt: fc.option(fc.nat(40)),
  })
  .map(({ root, edges, raisesAt }) => chartOf(root, edges, raisesAt));

function chartOf(root: Shape, edges: readonly Edge[], raisesAt: number | null): JsonObject {
  const drawn: Drawn[] = [];
  const json = draw(root, "m", drawn);
  for (const edge of edges) addEdge(drawn, edge);
  const raising = raisesAt === null ? undefined : drawn[raisesAt % drawn.length];
  if (raising !== undefined && !isHistory(raising.kind)) {
    Object.assign(raising.json, { entry: [RANDOM_NAMES.action] });
  }
  return { ...json, id: "m" };
}

function draw(shape: Shape, path: string, drawn: Drawn[]): Record<string, JsonObject> {
  const json: Record<string, unknown> = isHistory(shape.kind)
    ? { type: "history", history: shape.kind }
    : shape.kind === "final" || shape.kind === "parallel"
      ? { type: shape.kind }
      : {};
  drawn.push({ path, kind: shape.kind, json: json as Record<string, JsonObject> });
  const keys = shape.children.map((_child, at) => `s${at}`);
  const real = keys.filter((_key, at) => isReal(shape.children[at] as Shape));
  const states = shape.children.map((child, at) => [
    keys[at],
    Object.assign(draw(child, `${path}.${keys[at]}`, drawn), defaultOf(child, real)),
  ]);
  if (states.length > 0) json.states = Object.fromEntries(states);
  if (shape.kind === "compound") {
    const firsts = keys.filter((_key, at) => isFirst(shape.children[at] as Shape));
    json.initial = firsts[shape.initial % firsts.length];
  }
  return json as Record<string, JsonObject>;
}

/** Where a history state leads that remembers nothing yet. */
function defaultOf(shape: Shape, siblings: readonly string[]): JsonObject {
  if (isReal(shape) || shape.initial === 0) return {};
  return { target: siblings[shape.initial % siblings.length] as string };
}

/** A history state may be the first one if it has a default. */
function isFirst(shape: Shape): boolean {
  return isReal(shape) || shape.initial > 0;
}

/** Put an edge where its source may have it; what the source may not have is left out. */
function addEdge(drawn: readonly Drawn[], edge: Edge): void {
  const { trigger, reenter } = edge;
  const from = drawn[edge.from % drawn.length] as Drawn;
  if (isHistory(from.kind)) return;
  if (from.kind === "final" && !["E", "F", "F.*", "*"].includes(trigger)) return;
  const [first, second] = edge.to.map((at) => drawn[at % drawn.length] as Drawn);
  const targets = [first, canJoin(drawn, first, second) ? second : undefined];
  const target = targets.flatMap((state) => (state === undefined ? [] : `#${state.path}`));
  // An always without guard or target would never come to rest.
  const isGuarded = edge.isGuarded || trigger === "always";
  const transition = {
    ...(target.length === 0 ? {} : { target }),
    ...(isGuarded ? { guard: RANDOM_NAMES.guard } : {}),
    ...(reenter ? { reenter } : {}),
  };
  place(from, trigger, transition);
}

function place({ json, path }: Drawn, trigger: Edge["trigger"], transition: JsonObject): void {
  const lists = json as Record<string, Record<string, JsonObject[]> | JsonObject[]>;
  if (trigger === "always" || trigger === "onDone") {
    lists[trigger] = [...((lists[trigger] as JsonObject[]) ?? []), transition];
    return;
  }
  if (trigger === "done" || trigger === "error") {
    const [invoke = { id: `work of ${path}`, src: RANDOM_NAMES.service }] =
      (lists.invoke as JsonObject[]) ?? [];
    const slot = trigger === "done" ? "onDone" : "onError";
    lists.invoke = [{ ...invoke, [slot]: [...((invoke[slot] as JsonObject[]) ?? []), transition] }];
    return;
  }
  const key = trigger === "100" || trigger === "200" ? "after" : "on";
  const group = (lists[key] ?? {}) as Record<string, JsonObject[]>;
  lists[key] = { ...group, [trigger]: [...(group[trigger] ?? []), transition] };
}

/** Two targets of one transition have to lie in different regions of a parallel state. */
function canJoin(drawn: readonly Drawn[], one?: Drawn, other?: Drawn): boolean {
  if (one === undefined || other === undefined) return false;
  const line = (path: string) =>
    path.split(".").map((_key, at, keys) => keys.slice(0, at + 1).join("."));
  const shared = line(one.path).filter((path) => line(other.path).includes(path));
  const meeting = drawn.find(({ path }) => path === shared.at(-1));
  return meeting?.kind === "parallel" && meeting !== one && meeting !== other;
}

function isReal({ kind }: Shape): boolean {
  return !isHistory(kind);
}

function isHistory(kind: Shape["kind"]): boolean {
  return kind === "shallow" || kind === "deep";
}
