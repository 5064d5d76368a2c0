import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { env } from "../env.ts";
import { logError } from "../http/log.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { createContext } from "./context.ts";
import { appRouter } from "./router.ts";

/** Answer one tRPC request; one that changes something is refused unless it comes from a page of ours. */
export async function serveTRPC(request: Request): Promise<Response> {
  if (request.method !== "GET" && !isSameOrigin(request.headers, env().SAGASCOPE_PUBLIC_URL)) {
    return Response.json({ error: "cross-origin request refused" }, { status: 403 });
  }
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: () => createContext(request),
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

function causeOf(error: Error): string {
  return error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.message;
}
