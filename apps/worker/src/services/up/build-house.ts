import { pid } from "node:process";
import { migrate } from "@sagascope/database/migrate";
import pg from "pg";
import { ensureDatabase } from "../embedded-postgres/ensure-database.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/start-embedded-postgres.ts";
import { findFreePort, LOOPBACK } from "../processes/free-port.ts";
import { startProcess } from "../processes/start-process.ts";
import { buildConsole } from "./build-console.ts";
import { checkDatabase } from "./check-database.ts";
import { type ConsoleAddress, claimPort } from "./claim-port.ts";
import { type DataFolder, readOrCreateSecret } from "./data-folder.ts";
import { CannotStartError } from "./errors.ts";
import { createFirstAdminInvite } from "./first-admin-invite.ts";
import {
  buildProgramEnv,
  type Demo,
  type HouseFacts,
  type HouseSettings,
  worldUrl,
} from "./house-settings.ts";
import { ensureIngestToken } from "./ingest-token.ts";
import type { Programs } from "./programs.ts";
import { announceHouse } from "./running-house.ts";
import { createSealKeys } from "./seal-keys.ts";
import type { House } from "./supervise.ts";
import { waitForHealth } from "./wait-for-health.ts";

const HEALTH_MS = 60_000;
const DATABASE_NAME = "sagascope";

/** A house that is up. */
export interface ReadyHouse {
  readonly url: string;
  /** A one-time link that makes its bearer the first admin; absent once there is a user. */
  readonly welcomeUrl: string | undefined;
  readonly demo: Demo;
  /** Where the world outside the example's shop is, if it runs. */
  readonly worldUrl: string | undefined;
}

/** How the caller follows and ends a house. */
export interface UpControl {
  /** Abort to take the house down. */
  readonly stop: AbortSignal;
  readonly note: (text: string) => void;
  readonly onReady: (house: ReadyHouse) => void;
}

/** What a house is built from. */
export interface HousePlan {
  readonly settings: HouseSettings;
  readonly folder: DataFolder;
  readonly programsOn: (address: ConsoleAddress) => Programs;
  readonly control: UpControl;
  /** How long to wait for a port that is in use. */
  readonly patienceMs: number;
}

/**
 * Start the parts of a house in order, each when those before it are usable, and tell `control` when all are.
 *
 * @throws {CannotStartError} at the first thing that is in the way
 */
export async function buildHouse(house: House, plan: HousePlan): Promise<void> {
  const { settings, folder, control, patienceMs } = plan;
  const { signal } = house;
  const port = await claimPort(settings, { patienceMs, signal });
  const databaseUrl = await openDatabase(house, plan);
  const { ingestToken, invite } = await prepareAccess(databaseUrl, folder);
  const consoleUrl = settings.consoleUrl ?? `http://localhost:${port}`;
  const secrets = readSecrets(settings, folder);
  const worldPort = settings.demo === "none" ? undefined : await findFreePort();
  const facts = { port, consoleUrl, databaseUrl, ingestToken, worldPort, ...secrets };

  await startPrograms(house, plan, facts);
  announce(house, folder, { pid, url: consoleUrl, databaseUrl });
  const welcomeUrl = invite && `${consoleUrl}/welcome?token=${invite}`;
  control.onReady({
    url: consoleUrl,
    welcomeUrl,
    demo: settings.demo,
    worldUrl: worldPort === undefined ? undefined : worldUrl(worldPort),
  });
}

function announce(
  house: House,
  { runningFile }: DataFolder,
  facts: Parameters<typeof announceHouse>[1],
): void {
  announceHouse(runningFile, facts);
  const onStop = () => announceHouse(runningFile, { ...facts, stopping: true });
  house.signal.addEventListener("abort", onStop, { once: true });
}

async function openDatabase(
  house: House,
  { settings, folder, control }: HousePlan,
): Promise<string> {
  if (settings.databaseUrl) await checkDatabase(settings.databaseUrl);
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(house, folder));
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) control.note(`migrated the database: ${applied.join(", ")}`);
  return databaseUrl;
}

async function startDatabase(house: House, folder: DataFolder): Promise<string> {
  let firstUrl: string | undefined;
  const { url } = await house.start("postgres", async () => {
    const server = await startEmbeddedPostgres({ home: folder.postgresDir });
    firstUrl ??= server.url;
    if (server.url === firstUrl) return server;
    await server.stop(); // the other parts know it by its address
    throw new CannotStartError("the port of the database was taken while it was down");
  });
  return ensureDatabase(url, DATABASE_NAME);
}

async function prepareAccess(databaseUrl: string, folder: DataFolder) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return {
      ingestToken: await ensureIngestToken(pool, folder.ingestTokenFile),
      invite: await createFirstAdminInvite(pool),
    };
  } finally {
    await pool.end();
  }
}

function readSecrets(
  settings: HouseSettings,
  folder: DataFolder,
): Pick<HouseFacts, "sealKeys" | "authSecret"> {
  return {
    sealKeys: settings.sealKeys ?? readOrCreateSecret(folder.sealKeysFile, createSealKeys),
    authSecret: settings.authSecret ?? readOrCreateSecret(folder.authSecretFile),
  };
}

async function startPrograms(house: House, plan: HousePlan, facts: HouseFacts): Promise<void> {
  const { settings, folder, programsOn, control } = plan;
  const { signal } = house;
  const { root, host, demo } = settings;
  const programs = programsOn({ port: facts.port, host });
  const env = buildProgramEnv(settings, facts);
  const start = async (name: string, program: Programs["worker"]) => {
    const logFile = folder.logFile(name);
    let keepsLog = false;
    await house.start(name, async () => {
      const started = startProcess({ ...program, env, logFile, keepsLog });
      keepsLog = true; // what it said before it died is of use afterwards
      return started;
    });
  };

  const build = { program: programs.build, env, logFile: folder.logFile("build") };
  await buildConsole({ ...build, root, signal, note: control.note });
  if (demo === "calm world") await start("world", programs.calmWorld);
  if (demo === "world and traffic") await start("world", programs.world);
  await start("worker", programs.worker);
  await start("web", programs.web);
  await waitForHealth(localUrl(host, facts.port), { signal, timeoutMs: HEALTH_MS });
  if (demo === "world and traffic") await start("traffic", programs.traffic);
}

/** Where we reach a console that listens on `host` ourselves. */
function localUrl(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${everywhere ? LOOPBACK : name}:${port}`;
}
