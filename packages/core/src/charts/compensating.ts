/** The name the saga builder gives the state that undoes finished steps; by it a chart is known to compensate. */
const COMPENSATING = "compensating";

/** Whether a state undoes what was done. */
export function isCompensating(path: string): boolean {
  return path === COMPENSATING || path.startsWith(`${COMPENSATING}.`);
}
