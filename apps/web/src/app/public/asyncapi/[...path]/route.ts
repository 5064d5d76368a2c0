import { database } from "@/server/database/database.ts";
import { servePublicSite } from "@/server/documents/public-site.ts";

/** `/public/asyncapi/index.html` and what it leads to, for people who are not signed in. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/public/asyncapi/[...path]">,
): Promise<Response> {
  return servePublicSite(database().pool, (await params).path);
}
