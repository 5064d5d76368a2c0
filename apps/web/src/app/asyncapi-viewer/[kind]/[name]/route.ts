import { decodeSegment } from "@/lib/paths.ts";
import { findActor } from "@/server/auth/find-actor.ts";
import { database } from "@/server/database/database.ts";
import { serveViewer, versionIn } from "@/server/documents/viewer-frame.ts";

const NOTHING = "There is nothing here.\n";

/** `/asyncapi-viewer/{kind}/{name}?version=`: the inside of the frame on the viewer's page. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/asyncapi-viewer/[kind]/[name]">,
): Promise<Response> {
  const { kind, name } = await params;
  if (kind !== "machine" && kind !== "system" && kind !== "import") {
    return new Response(NOTHING, { status: 404 });
  }
  const key = { kind, name: decodeSegment(name), documentId: versionIn(request.url) } as const;
  return serveViewer(database(), await findActor(request.headers), key);
}
