import { createInterface } from "node:readline";
import { onServer, parseDatabaseUrl } from "./database-url.mjs";
import { loadEngine, panicMessage } from "./load-engine.mjs";
import { log } from "./log.mjs";

/** Names that differ between the protocol and the WebAssembly build. */
const METHOD = { getDatabaseVersion: "version" };
const ERROR_CODE = 4466; // what the native engine answers for every error

/** The engine's normal mode: answer one JSON-RPC request a line until stdin ends. */
export async function answerRequests(engineOptions) {
  process.on("uncaughtException", (error) => {
    log("ERROR", panicMessage() || String(error?.stack ?? error), { is_panic: true });
    process.exit(1);
  });
  let engine;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const request = line.trim() === "" ? {} : JSON.parse(line);
    if (request.method === undefined) continue; // the CLI's answer to one of our `print` notes
    try {
      engine ??= await loadEngine(engineOptions);
      reply(request.id, { result: await answer(request, engine, engineOptions) });
    } catch (error) {
      reply(request.id, { error: toRpcError(error) });
    }
  }
  process.exit(0);
}

async function answer(request, engine, { datasource }) {
  if (request.method === "createDatabase") {
    const { database } = parseDatabaseUrl(datasource.url);
    await onServer(datasource.url, (c) =>
      c.query(`CREATE DATABASE ${c.escapeIdentifier(database)}`),
    );
    return { databaseName: database };
  }
  const result = await engine(METHOD[request.method] ?? request.method, request.params ?? {});
  if (request.method === "diff" && result?.stdout != null) print(request.id, result.stdout);
  return result ?? {};
}

function reply(id, body) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
}

/** The native engine asks the CLI to print; the WebAssembly build returns the text instead. */
function print(id, content) {
  reply(`print-${id}`, { method: "print", params: { content } });
}

function toRpcError(error) {
  if (error?.name === "RuntimeError" && panicMessage()) {
    const message = panicMessage();
    return { code: ERROR_CODE, message, data: { is_panic: true, message } };
  }
  const message = error?.message ?? String(error);
  const error_code = error?.code ?? /^\W*(P\d{4})\b/.exec(message)?.[1] ?? null;
  return {
    code: ERROR_CODE,
    message: "An error happened. Check the data field for details.",
    data: { is_panic: false, message, meta: null, error_code },
  };
}
