/**
 * Whether an event falls under the key of a transition, as XState v5 has it: `*` takes everything, `order.*` takes `order` and
 * whatever is below it.
 */
export function matchesEvent(event: string, key: string): boolean {
  if (key === "*" || key === event) return true;
  return key.endsWith(".*") && `${event}.`.startsWith(key.slice(0, -1));
}
