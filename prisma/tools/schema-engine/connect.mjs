import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { parseDatabaseUrl } from "./database-url.mjs";

/**
 * Types of the catalogue that adapter-pg has no mapping for, and the ones to show instead.
 * "char" must arrive as a character: it goes through as "char"[] and `queryRaw` puts it right.
 */
const TYPE_ALIAS = {
  18: 1002 /* "char" */,
  1003: 1009 /* name[] → text[] */,
  28: 20 /* xid → int8 */,
};

class CatalogueClient extends pg.Client {
  query(...args) {
    const callback = args.at(-1);
    if (typeof callback === "function") {
      const wrapped = (error, result) => callback(error, error ? result : aliasTypes(result));
      return super.query(...args.slice(0, -1), wrapped);
    }
    const pending = super.query(...args);
    return typeof pending?.then === "function" ? pending.then(aliasTypes) : pending;
  }
}

function aliasTypes(result) {
  for (const one of Array.isArray(result) ? result : [result]) {
    for (const field of one?.fields ?? []) {
      field.dataTypeID = TYPE_ALIAS[field.dataTypeID] ?? field.dataTypeID;
    }
  }
  return result;
}

/** A driver adapter good enough for the schema engine: one session, scripts sent whole. */
export async function connect(databaseUrl, onDispose = async () => {}) {
  const { connectionString, schema } = parseDatabaseUrl(databaseUrl);
  const options = schema === undefined ? undefined : `-c search_path=${schema}`;
  const pool = new pg.Pool({ Client: CatalogueClient, connectionString, options, max: 1 });
  const adapter = await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect();
  const { queryRaw, dispose, onError } = adapter;
  let disposed;

  return Object.assign(adapter, {
    // adapter-pg splits a script at every ';', which breaks function bodies.
    executeScript: (script) =>
      pool.query(script).then(
        () => {},
        (error) => onError.call(adapter, error),
      ),
    queryRaw: async (query) => withCharacters(await queryRaw.call(adapter, query)),
    dispose: () => {
      disposed ??= dispose.call(adapter).then(onDispose);
      return disposed;
    },
  });
}

function withCharacters(result) {
  const columnTypes = result.columnTypes.map((type) =>
    type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}
