import path from "node:path";
import { defineConfig } from "prisma/config";

const here = import.meta.dirname;

// Prisma's CLI would download a native schema engine on each command; this one comes from npm.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(here, "tools/schema-engine.mjs");

/** Prisma Client Config for the CLI only; at run time the URL is handed to `makePrisma` and `migrate`. */
export default defineConfig({
  schema: path.join(here, "schema.prisma"),
  migrations: { path: path.join(here, "migrations") },
  datasource: { url: inSagascopeSchema(process.env.DATABASE_URL) },
});

/** All tables, and Prisma's own record of migrations, live in the Postgres schema `sagascope`. */
function inSagascopeSchema(databaseUrl: string | undefined): string {
  const url = new URL(databaseUrl ?? "postgresql://postgres@127.0.0.1:5432/sagascope");
  url.searchParams.set("schema", "sagascope");
  return url.href;
}
