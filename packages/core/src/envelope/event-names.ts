const ENGINE_PREFIXES = ["xstate.", "done.", "error.", "after."];
const MACHINE_TYPE = /^xsm\.[^.]*\.(.+)$/s;

/**
 * Whether a name is the engine's own and so may never enter from outside: `xstate.*`, `done.*`, `error.*`, `after.*`,
 * anything with a wildcard segment, and blank text. Letting one in would let a sender finish another's service call.
 */
export function isReservedEventName(name: string): boolean {
  if (name.trim() === "") return true;
  return ENGINE_PREFIXES.some((prefix) => name.startsWith(prefix)) || name.split(".").includes("*");
}

/** The event a machine sees for a type: `xsm.<machine>.<EVENT>` gives `EVENT`, any other type is its own event. */
export function defaultEventName(type: string): string {
  return MACHINE_TYPE.exec(type)?.[1] ?? type;
}
