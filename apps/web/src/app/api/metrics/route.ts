import { database } from "@/server/database/database.ts";
import { serveMetrics } from "@/server/metrics/serve-metrics.ts";

export const dynamic = "force-dynamic";

/** Everything the engine counts and how it stands, for Prometheus. */
export function GET(request: Request): Promise<Response> {
  return serveMetrics(database().pool, request.headers);
}
