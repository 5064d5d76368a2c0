import { type ChartProblems, joinPath } from "./chart-problems.ts";

/** Far above any real chart; the parser and XState both recurse, so depth has to end somewhere. */
export const CHART_DEPTH_MAX = 200;
/** Values in one chart, counting every object, array and scalar. */
export const CHART_VALUES_MAX = 200_000;

interface Pending {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * Check that a chart is plain JSON of a bearable size before anything recurses into it. Walks with a stack of its own,
 * so depth cannot overflow ours; a cyclic value ends at the depth limit. Stops at the first problem.
 */
export function checkJson(json: unknown, problems: ChartProblems): boolean {
  const stack: Pending[] = [{ value: json, path: "", depth: 1 }];
  let seen = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    seen += 1;
    const problem = seen > CHART_VALUES_MAX ? "is too large" : problemOf(at);
    if (problem !== undefined) {
      problems.add(at.path, problem);
      return false;
    }
    pushChildren(stack, at);
  }
  return true;
}

function problemOf({ value, depth }: Pending): string | undefined {
  if (depth > CHART_DEPTH_MAX) return `is nested deeper than ${CHART_DEPTH_MAX} levels`;
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : `must be JSON, got ${value}`;
  }
  if (typeof value !== "object") return `must be JSON, got ${typeof value}`;
  if (Array.isArray(value)) return undefined;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return "must be a plain JSON object";
  if (Object.hasOwn(value, "__proto__")) return "'__proto__' is not allowed as a key";
  return undefined;
}

function pushChildren(stack: Pending[], { value, path, depth }: Pending): void {
  if (value === null || typeof value !== "object") return;
  const entries = Object.entries(value);
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const [key, child] = entries[index] as [string, unknown];
    if (child === undefined && !Array.isArray(value)) continue;
    const childPath = Array.isArray(value) ? `${path}[${key}]` : joinPath(path, key);
    stack.push({ value: child, path: childPath, depth: depth + 1 });
  }
}
