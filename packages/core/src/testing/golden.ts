import { readFileSync } from "node:fs";

const GOLDEN_URL = new URL("../../golden/", import.meta.url);

/** Read a file of golden data by its name without `.json`. The caller says what is in it. */
export function readGolden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, GOLDEN_URL), "utf8")) as T;
}
