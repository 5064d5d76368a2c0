import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { InvalidConditionsError } from "./conditions.ts";
import { createWaitingAnswers, type WaitingAnswers } from "./waiting-answers.ts";
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
  const waiting = createWaitingAnswers();
  return createServer((request, response) => {
    handle(world, waiting, request, response).catch((error: unknown) => {
      const status =
        error instanceof BadRequestError || error instanceof InvalidConditionsError ? 400 : 500;
      const reason = error instanceof Error ? error.message : String(error);
      send(response, status, { reason });
    });
  });
}

async function handle(
  world: World,
  waiting: WaitingAnswers,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const url = new URL(request.url ?? "/", "http://world");
  const door = `${request.method} ${url.pathname}`;
  if (door === "GET /control") return send(response, 200, world.conditions());
  if (door === "PUT /control") {
    const before = world.conditions();
    const now = world.change(await bodyOf(request));
    waiting.hurry(before, now);
    return send(response, 200, now);
  }
  if (door === "GET /calls") {
    return send(response, 200, { calls: world.calls(url.searchParams.get("order") ?? undefined) });
  }
  const key = request.headers["idempotency-key"];
  const body = request.method === "POST" ? await bodyOf(request) : {};
  const path = url.pathname.slice(1);
  const answer = world.call(path, typeof key === "string" ? key : "", body);
  waiting.hold(path, response, answer.afterMs, () => send(response, answer.status, answer.body));
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
