/**
 * The places in `node_modules` where something else is installed than the lock file says, or nothing. Optional
 * packages do not count: most of them are for other platforms.
 *
 * @param locked - `packages` of package-lock.json
 * @param installed - `packages` of node_modules/.package-lock.json
 */
export function findMissingPackages(locked, installed) {
  return Object.entries(locked)
    .filter(([place, { optional }]) => place.includes("node_modules/") && !optional)
    .filter(
      ([place, { version }]) =>
        installed[place] === undefined || installed[place].version !== version,
    )
    .map(([place]) => place);
}
