import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { connect } from "./connect.mjs";
import { onServer, withDatabase } from "./database-url.mjs";

const NOWHERE = "postgresql://127.0.0.1:1/none"; // commands that need no database still ask for an adapter

let panic = "";

/** What the WebAssembly engine said when it panicked, or an empty string. */
export const panicMessage = () => panic;

/** Load the WebAssembly once; the answer runs one method of a fresh engine. */
export async function loadEngine({ datasource, datamodels }) {
  const engineModule = await instantiate();
  let open = []; // the engine does not dispose of its connections: closed after each request
  const track = async (adapter) => {
    open.push(await adapter);
    return adapter;
  };
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => track(connect(datasource.url ?? NOWHERE)),
    connectToShadowDb: () => track(connectToShadow(datasource)),
  });
  const files = datamodels.map((file) => [file, readFileSync(file, "utf8")]);

  return async (method, params) => {
    try {
      const options = { datamodels: files.length > 0 ? files : undefined };
      // One engine a request: what `applyMigrations` leaves in an engine's cache is stale.
      const engine = await engineModule.SchemaEngine.new(options, () => {}, factory);
      await warmUp(engine, method, params);
      return await engine[method](params);
    } finally {
      const adapters = open.reverse();
      open = [];
      for (const adapter of adapters) await adapter.dispose();
    }
  };
}

/** These two can't make a shadow database in WebAssembly; they use what `devDiagnostic` left in the cache. */
async function warmUp(engine, method, params) {
  if (method !== "evaluateDataLoss" && method !== "createMigration") return;
  await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
}

async function connectToShadow({ url, shadowDatabaseUrl }) {
  if (shadowDatabaseUrl) return connect(shadowDatabaseUrl);
  const name = `prisma_migrate_shadow_db_${randomUUID()}`;
  await onServer(url, (c) => c.query(`CREATE DATABASE "${name}"`));
  const drop = () =>
    onServer(url, (c) => c.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
  return connect(withDatabase(url, name), drop);
}

async function instantiate() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panic = message;
    },
  };
  const require = createRequire(import.meta.url);
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const script = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const file = path.join(path.dirname(script), "schema_engine_bg.wasm");
  const compiled = await WebAssembly.compile(readFileSync(file));
  const instance = new WebAssembly.Instance(compiled, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}
