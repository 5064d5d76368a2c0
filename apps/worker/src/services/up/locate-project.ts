import path from "node:path";

/** The project that `npm start` runs where there is no other. */
export const EXAMPLE_PROJECT = path.join("examples", "fulfilment", "sagascope.config.ts");

const CONFIG_NAME = "sagascope.config.ts";

/**
 * The project file: the one that was named, or the one in the current folder, or the example's.
 *
 * @param named - as given by `--project` or SAGASCOPE_PROJECT; relative to `cwd`
 */
export function locateProject(options: {
  named: string | undefined;
  cwd: string;
  root: string;
  exists: (file: string) => boolean;
}): string {
  const { named, cwd, root, exists } = options;
  if (named !== undefined) return path.resolve(cwd, named);
  const here = path.join(cwd, CONFIG_NAME);
  return exists(here) ? here : path.join(root, EXAMPLE_PROJECT);
}
