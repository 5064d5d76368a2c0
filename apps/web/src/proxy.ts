import { getSessionCookie } from "better-auth/cookies";
import { type NextRequest, NextResponse } from "next/server";

const OPEN_PAGES = new Set(["/sign-in", "/welcome", "/link", "/register"]);

/**
 * Runs before every page: sends people without a session cookie to the sign-in page (whether the cookie is good is for
 * the page and each procedure to find out), and gives every page a policy that runs no script but ours.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (!OPEN_PAGES.has(pathname) && getSessionCookie(request) === null) {
    const signIn = new URL("/sign-in", request.url);
    if (pathname !== "/") signIn.searchParams.set("next", pathname + search);
    return NextResponse.redirect(signIn);
  }
  const nonce = crypto.randomUUID();
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy); // Next takes the nonce for its own scripts from here
  headers.set("x-nonce", nonce); // and the layout for ours
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Pages only: assets carry no script of a page; the API, the public pages and the viewer's frame answer for themselves. */
export const config = {
  matcher: [
    "/((?!api/|_next/static|_next/image|icon.svg|specimen|public/asyncapi/|asyncapi-viewer/).*)",
  ],
};

function contentSecurityPolicy(nonce: string): string {
  const dev = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    ...styles(dev),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Style sheets are ours alone. Attributes are let be: React Flow and the charts place their nodes by them, and they load nothing. */
function styles(dev: boolean): readonly string[] {
  if (dev) return ["style-src 'self' 'unsafe-inline'"]; // changed sheets are put into the page while it is open
  return ["style-src 'self'", "style-src-attr 'unsafe-inline'"];
}
