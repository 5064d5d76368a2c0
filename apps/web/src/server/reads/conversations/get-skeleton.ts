import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { encodeSkeleton, type SkeletonPage } from "../../../lib/conversation-skeleton.ts";
import { nameObserved } from "../observers/name-observed.ts";

/** More would keep the console's one thread from others for longer than a tenth of a second. */
const PAGE = 10_000;

interface Row {
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly topic: string;
  readonly machineId: string | null;
  readonly machineVersion: string | null;
  readonly causationId: string | null;
  readonly atMs: number;
}

/** $1 correlation id, $2 position to read on after, $3 how many at most. */
const READ_PAGE = `
  SELECT seq::text, id, type, source, topic, machine_id AS "machineId", machine_version AS "machineVersion",
         causation_id AS "causationId", floor(extract(epoch FROM recorded_at) * 1000)::float8 AS "atMs"
  FROM sagascope.event WHERE correlation_id = $1 AND event.seq > $2::bigint ORDER BY event.seq LIMIT $3`;

/**
 * Where each envelope of a conversation stands, in the order they were recorded, 10,000 at a time. What commits late may appear before a
 * position that was read already: who reads on has to compare counts.
 */
export async function getSkeleton(
  { pool, prisma }: { readonly pool: pg.Pool; readonly prisma: PrismaClient },
  input: { readonly correlationId: string; readonly after: string },
): Promise<SkeletonPage> {
  const { rows } = await pool.query<Row>(READ_PAGE, [input.correlationId, input.after, PAGE + 1]);
  const page = rows.slice(0, PAGE);
  const nameOf = await nameObserved(
    prisma,
    page.map(({ topic }) => topic),
  );
  return encodeSkeleton(
    page.map((row) => ({ ...row, service: nameOf(row) })),
    rows.length > PAGE,
  );
}
