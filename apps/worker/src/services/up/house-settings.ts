import { SECRET_SETTINGS } from "../../env.ts";
import { LOOPBACK } from "../processes/free-port.ts";

/** Parts of the example's demo; in a calm world nothing goes wrong by chance. */
export type Demo = "none" | "calm world" | "world and traffic";

/** What a house is to be like. */
export interface HouseSettings {
  /** The root of the repository. */
  readonly root: string;
  readonly dataDir: string;
  /** The console's port; 0 for any free one. */
  readonly port: number;
  readonly host: string;
  /** Absent for the embedded Postgres. */
  readonly databaseUrl: string | undefined;
  /** The project file. */
  readonly project: string;
  /** How much of the example's demo runs as well: outside services and customers, or only the former. */
  readonly demo: Demo;
  /** Given from outside, or else made and kept in the data folder. */
  readonly sealKeys: string | undefined;
  readonly authSecret: string | undefined;
  /** Where the console is, as seen from outside; absent for the port on this machine. */
  readonly consoleUrl: string | undefined;
  /** The environment that the programs inherit. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** What becomes known only while the house comes up. */
export interface HouseFacts {
  readonly port: number;
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  readonly sealKeys: string;
  readonly authSecret: string;
  readonly ingestToken: string;
  /** Absent where the world is not ours. */
  readonly worldPort: number | undefined;
}

/** The environment of the house's programs. */
export function buildProgramEnv(
  settings: HouseSettings,
  facts: HouseFacts,
): Record<string, string | undefined> {
  const { worldPort } = facts;
  const world =
    worldPort === undefined
      ? {}
      : { WORLD_PORT: String(worldPort), WORLD_URL: worldUrl(worldPort) };
  return {
    ...withoutFilesOf(settings.variables),
    ...world,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: facts.databaseUrl,
    PORT: String(facts.port),
    SAGASCOPE_DATA: settings.dataDir,
    SAGASCOPE_PROJECT: settings.project,
    SAGASCOPE_URL: facts.consoleUrl,
    SAGASCOPE_SEAL_KEYS: facts.sealKeys,
    SAGASCOPE_INGEST_TOKEN: facts.ingestToken,
    BETTER_AUTH_SECRET: facts.authSecret,
  };
}

/** What was read from a file is handed on as it is; told twice, it would be a mistake. */
function withoutFilesOf(variables: HouseSettings["variables"]): HouseSettings["variables"] {
  const files = new Set<string>(SECRET_SETTINGS.map((name) => `${name}_FILE`));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !files.has(name)));
}

/** Where the example's services reach the world outside their shop. */
export function worldUrl(port: number): string {
  return `http://${LOOPBACK}:${port}`;
}
