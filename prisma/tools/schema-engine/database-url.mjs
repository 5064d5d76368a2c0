import pg from "pg";

/** Split Prisma's `schema` parameter, which node-postgres does not know, from the rest of the URL. */
export function parseDatabaseUrl(databaseUrl) {
  const url = new URL(databaseUrl);
  const schema = url.searchParams.get("schema") ?? undefined;
  url.searchParams.delete("schema");
  return {
    connectionString: url.href,
    schema,
    database: decodeURIComponent(url.pathname.slice(1)) || "postgres",
    server: `${url.hostname}:${url.port || 5432}`,
  };
}

/** The same server and credentials, another database. */
export function withDatabase(databaseUrl, database) {
  const url = new URL(databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Run `work` on a connection to the server's `postgres` database. */
export async function onServer(databaseUrl, work) {
  const { connectionString } = parseDatabaseUrl(withDatabase(databaseUrl, "postgres"));
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
