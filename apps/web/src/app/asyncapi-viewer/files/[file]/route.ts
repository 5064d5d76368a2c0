import { serveViewerFile } from "@/server/documents/viewer-files.ts";

/** The script and the style of the official viewer. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/asyncapi-viewer/files/[file]">,
): Promise<Response> {
  return serveViewerFile((await params).file);
}
