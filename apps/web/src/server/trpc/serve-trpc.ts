import { DOCUMENT_BYTES_MAX } from "@sagascope/core";
import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { env } from "../env.ts";
import { bearerOf } from "../http/bearer.ts";
import { logError } from "../http/log.ts";
import { BodyTooLargeError, BodyTooSlowError, readBody } from "../http/read-body.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { type Context, createContext } from "./context.ts";
import { toTRPCError } from "./error-mapping.ts";
import { appRouter } from "./router.ts";

/** Calls in one request. Nobody needs to be signed in for some, and each may ask the database. The browser's link splits there too. */
const BATCH_MAX = 50;
/** An AsyncAPI document of the largest size, as JSON in JSON, with room for a batch. */
const BODY_BYTES_MAX = 2 * DOCUMENT_BYTES_MAX + 1_048_576;
/** Of who is not signed in, whose largest request is a link's secret with a name and a password. */
const STRANGER_BYTES_MAX = 65_536;

/**
 * Answer one tRPC request; one that changes something is refused unless it comes from a page of ours, or with a token, which no
 * browser sends by itself.
 */
export async function serveTRPC(request: Request): Promise<Response> {
  const isFromPage = bearerOf(request.headers) === undefined;
  const origin = env().SAGASCOPE_PUBLIC_URL;
  if (isFromPage && request.method !== "GET" && !isSameOrigin(request.headers, origin)) {
    return refusal(403, "cross-origin request refused");
  }
  const context = contextOf(request);
  const isSignedIn = (await context.catch(() => undefined))?.actor !== undefined;
  const whole = await readWhole(request, isSignedIn ? BODY_BYTES_MAX : STRANGER_BYTES_MAX);
  if (whole instanceof Response) return whole;
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: whole,
    router: appRouter,
    maxBatchSize: BATCH_MAX,
    createContext: () => context,
    onError: ({ error, path, ctx }) => {
      if (error.code !== "INTERNAL_SERVER_ERROR" && error.code !== "SERVICE_UNAVAILABLE") return;
      logError("procedure failed", {
        path,
        code: error.code,
        requestId: ctx?.requestId,
        cause: causeOf(error),
      });
    },
  });
}

/** Who asks has to be known before anything is read; a failure of that tells no more than one of a procedure. */
async function contextOf(request: Request): Promise<Context> {
  try {
    return await createContext(request);
  } catch (cause) {
    throw toTRPCError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));
  }
}

/** The request with its body read, of a size that is known before anything parses it, or the refusal. */
async function readWhole(request: Request, bytesMax: number): Promise<Request | Response> {
  if (request.method === "GET") return request;
  try {
    const body = await readBody(request, bytesMax);
    const { url, method, headers, signal } = request;
    return new Request(url, { method, headers, signal, body: new TextDecoder().decode(body) });
  } catch (error) {
    if (error instanceof BodyTooLargeError) return refusal(413, error.message);
    if (error instanceof BodyTooSlowError) return refusal(408, error.message);
    throw error;
  }
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.message;
}
