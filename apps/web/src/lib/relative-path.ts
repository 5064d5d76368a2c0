/** A state's path as seen from another one: beside it only its own name is needed, elsewhere the whole path. */
export function relativePath(path: string, from: string): string {
  const container = from.slice(0, from.lastIndexOf(".") + 1);
  return container !== "" && path.startsWith(container) ? path.slice(container.length) : path;
}
