import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = "shared/acceptance/asyncapi-examples";

/** One of the official example documents. */
export interface AsyncapiExample {
  readonly file: string;
  readonly text: string;
}

/**
 * The official AsyncAPI examples. They are other people's and not part of this repository: they stand beside it, in a folder
 * `shared` next to any folder above. Empty where they do not.
 */
export function asyncapiExamples(from: string = import.meta.dirname): readonly AsyncapiExample[] {
  const folder = path.join(from, FOLDER);
  if (existsSync(folder)) {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".yml"))
      .map((file) => ({
        file,
        text: readFileSync(path.join(folder, file), "utf8"),
      }));
  }
  const above = path.dirname(from);
  return above === from ? [] : asyncapiExamples(above);
}
