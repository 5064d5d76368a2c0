import { z } from "zod";
import { admitActor } from "../access/admit.ts";
import { narrowDoors } from "../access/narrow-doors.ts";
import { logError } from "../http/log.ts";
import { instanceFilterSchema } from "../reads/instances/instance-filter.ts";
import type { Context } from "../trpc/context.ts";
import { exportInstances, isPartOfAll } from "./export-instances.ts";

const querySchema = instanceFilterSchema.extend({
  order: z.enum(["newest", "oldest"]).default("newest"),
  format: z.enum(["csv", "json"]),
});

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json" } as const;

/**
 * A download of the instances that the URL asks for, as the list shows them. There is no cap, but for those that need attention, of
 * which no more are known than the list looks at; a file that is not whole is named so.
 */
export async function serveInstances(
  request: Request,
  { actor, prisma, pool, requestId }: Pick<Context, "actor" | "prisma" | "pool" | "requestId">,
): Promise<Response> {
  const entry = admitActor("/api/export/instances", actor);
  if (entry.kind === "refused") {
    return Response.json({ error: entry.message }, { status: entry.status });
  }
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) {
    return Response.json({ error: z.prettifyError(query.error) }, { status: 400 });
  }
  const { format, order, ...filter } = query.data;
  const { machines } = entry.actor;
  const rows = machines === undefined ? prisma : narrowDoors(pool, machines).prisma;
  const part = (await isPartOfAll(rows, filter)) ? "part-" : "";
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  return new Response(
    streamOf(exportInstances(rows, { filter, order, format }), (error) =>
      logError("export failed", { requestId, cause: String(error) }),
    ),
    {
      headers: {
        "content-type": TYPES[format],
        "content-disposition": `attachment; filename="instances-${part}${stamp}.${format}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    },
  );
}

/** Pulled as fast as the browser takes it; one that leaves ends the reading. */
function streamOf(
  pieces: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onError(error);
        controller.error(error); // breaks the download off: half a file must not look whole
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
