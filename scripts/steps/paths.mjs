import path from "node:path";

/** The root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, "../..");

/** An absolute path to something below the root. */
export const fromRoot = (...parts) => path.join(ROOT, ...parts);
