/** Built-ins of XState that the pure step can resolve. */
const PURE_BUILTINS = new Set(
  ["assign", "raise", "enqueueActions", "cancel", "spawnChild", "stopChild"].map(
    (name) => `xstate.${name}`,
  ),
);

interface BuiltinAction {
  readonly type: string;
  readonly assignment?: unknown;
  readonly collect?: unknown;
  readonly delay?: unknown;
  readonly id?: unknown;
}

/** Whether an action was made by XState (`assign(…)` and so on) rather than written as a plain function. */
export function isBuiltinAction(action: unknown): action is BuiltinAction {
  return typeof action === "function" && "resolve" in action;
}

/** Why an entry of `logic.actions` cannot be used; undefined when it can. */
export function problemOfAction(action: unknown): string | undefined {
  if (typeof action !== "function") return `must be a function, got ${typeof action}`;
  if (!isBuiltinAction(action)) return undefined;
  if (!PURE_BUILTINS.has(action.type)) {
    return `${action.type.slice("xstate.".length)}() has no durable meaning; publish an envelope or use a service`;
  }
  if ([action.assignment, action.collect].some(isAsyncFunction)) {
    return "must be synchronous, got an async function";
  }
  if (action.type === "xstate.raise" && action.delay !== undefined && action.id === undefined) {
    return "a delayed raise() needs an id, so that its timer can be found again";
  }
  return undefined;
}

/** An async guard or assigner would be taken for `true`, or for an empty change. */
export function isAsyncFunction(value: unknown): boolean {
  return typeof value === "function" && value.constructor.name === "AsyncFunction";
}
