import { decodeSegment } from "@/lib/paths.ts";
import { serveEvents } from "@/server/ingest/serve-events.ts";

export const dynamic = "force-dynamic";

/** Takes CloudEvents, one or a batch. */
export async function POST(
  request: Request,
  { params }: { readonly params: Promise<{ readonly topic: string }> },
): Promise<Response> {
  const { topic } = await params;
  return serveEvents(request, decodeSegment(topic));
}
