import { MissingExtraError } from "./errors.ts";

const NOT_FOUND: ReadonlySet<unknown> = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]);

/**
 * Load an optional package, for features that most installations do without.
 *
 * @param load the dynamic import; called once
 * @throws {MissingExtraError} if the package is not installed; any other failure of loading is passed on
 */
export async function loadExtra<T>(packageName: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error, packageName)) throw new MissingExtraError(packageName, { cause: error });
    throw error;
  }
}

/** A package that is there but lacks something itself is a broken installation, not a missing extra. */
function isMissing(error: unknown, packageName: string): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return NOT_FOUND.has(error.code) && error.message.includes(`'${packageName}'`);
}
