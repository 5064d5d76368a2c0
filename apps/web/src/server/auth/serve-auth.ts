import { env } from "../env.ts";
import { isSameOrigin } from "../http/same-origin.ts";
import { AUTH_PATHS, auth } from "./auth.ts";

/** Sign-in and sign-out, and nothing else of what better-auth could do. */
export async function serveAuth(request: Request): Promise<Response> {
  if (!AUTH_PATHS.has(new URL(request.url).pathname)) return new Response(null, { status: 404 });
  if (!isSameOrigin(request.headers, env().SAGASCOPE_PUBLIC_URL)) {
    return Response.json({ message: "cross-origin request refused" }, { status: 403 });
  }
  return auth().handler(request);
}
