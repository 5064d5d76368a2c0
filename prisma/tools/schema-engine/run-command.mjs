import pg from "pg";
import { onServer, parseDatabaseUrl } from "./database-url.mjs";
import { log } from "./log.mjs";

const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH"]);

const COMMANDS = {
  "can-connect-to-database": async (databaseUrl) => {
    const client = new pg.Client(parseDatabaseUrl(databaseUrl).connectionString);
    await client.connect();
    await client.end();
    return "Connection successful";
  },
  "create-database": async (databaseUrl) => {
    const { database } = parseDatabaseUrl(databaseUrl);
    await onServer(databaseUrl, (c) => c.query(`CREATE DATABASE ${c.escapeIdentifier(database)}`));
    return `Database '${database}' was successfully created.`;
  },
  "drop-database": async (databaseUrl) => {
    const { database } = parseDatabaseUrl(databaseUrl);
    const id = pg.escapeIdentifier(database);
    await onServer(databaseUrl, (c) => c.query(`DROP DATABASE IF EXISTS ${id} WITH (FORCE)`));
    return `Database '${database}' was successfully dropped.`;
  },
};

/** The engine's `cli` mode: one question about a database. Returns the exit code. */
export async function runCommand(name, databaseUrl) {
  log("INFO", "Starting schema engine CLI"); // the Prisma CLI skips the first line of stderr
  const command = COMMANDS[name];
  if (command === undefined) {
    log("ERROR", `unknown cli command ${name}`);
    return 2;
  }
  try {
    console.log(await command(databaseUrl));
    return 0;
  } catch (error) {
    const { message, error_code } = describe(error, databaseUrl);
    log("ERROR", message, { error_code, is_panic: false });
    return 1;
  }
}

/** The codes are Prisma's; its CLI decides by them whether to offer to create the database. */
function describe(error, databaseUrl) {
  const { server, database } = parseDatabaseUrl(databaseUrl);
  if (error?.code === "3D000") {
    return { error_code: "P1003", message: `Database \`${database}\` does not exist` };
  }
  if (error?.code === "28P01" || error?.code === "28000") {
    return { error_code: "P1000", message: `Authentication failed at \`${server}\`` };
  }
  if (UNREACHABLE.has(error?.code)) {
    return { error_code: "P1001", message: `Can't reach database server at \`${server}\`` };
  }
  return { error_code: "P1011", message: String(error?.message ?? error) };
}
