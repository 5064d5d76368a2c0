import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { InvalidConditionsError } from "./conditions.ts";
import type { World } from "./world.ts";

const BODY_BYTES_MAX = 64 * 1024;

/** A request that makes no sense. */
class BadRequestError extends Error {
  override readonly name = "BadRequestError";
}

/**
 * A world over HTTP: `POST /<company>/<operation>` asks for something, `GET` and `PUT /control` read and change the
 * conditions, `GET /calls?order=order-42` tells what was really done.
 */
export function serveWorld(world: World): Server {
  return createServer((request, response) => {
    handle(world, request, response).catch((error: unknown) => {
      const status =
        error instanceof BadRequestError || error instanceof InvalidConditionsError ? 400 : 500;
      const reason = error instanceof Error ? error.message : String(error);
      send(response, status, { reason });
    });
  });
}

async function handle(world: World, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://world");
  const door = `${request.method} ${url.pathname}`;
  if (door === "GET /control") return send(response, 200, world.conditions());
  if (door === "PUT /control") return send(response, 200, world.change(await bodyOf(request)));
  if (door === "GET /calls") {
    return send(response, 200, { calls: world.calls(url.searchParams.get("order") ?? undefined) });
  }
  const key = request.headers["idempotency-key"];
  const body = request.method === "POST" ? await bodyOf(request) : {};
  const answer = world.call(url.pathname.slice(1), typeof key === "string" ? key : "", body);
  const timer = setTimeout(() => send(response, answer.status, answer.body), answer.afterMs);
  response.once("close", () => clearTimeout(timer));
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new BadRequestError("the body is too large");
    chunks.push(chunk);
  }
  return parseObject(Buffer.concat(chunks).toString("utf8"));
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Not JSON: refused like any other body that is not an object.
  }
  throw new BadRequestError("the body must be a JSON object");
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
