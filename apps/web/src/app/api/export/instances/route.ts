import { serveInstances } from "@/server/export/serve-instances.ts";
import { createContext } from "@/server/trpc/context.ts";

export const dynamic = "force-dynamic";

/** `/api/export/instances?format=csv|json&…`, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  return serveInstances(request, await createContext(request));
}
