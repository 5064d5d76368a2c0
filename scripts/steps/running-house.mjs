import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** What `sagascope up` in this folder tells programs that send it events, as environment variables. */
export function findRunningHouse(dataDir = process.env.SAGASCOPE_DATA ?? ".sagascope") {
  const house = path.join(dataDir, "running.json");
  const token = path.join(dataDir, "ingest.token");
  if (!existsSync(house) || !existsSync(token)) return undefined;
  return {
    SAGASCOPE_URL: JSON.parse(readFileSync(house, "utf8")).url,
    SAGASCOPE_INGEST_TOKEN: readFileSync(token, "utf8").trim(),
  };
}
