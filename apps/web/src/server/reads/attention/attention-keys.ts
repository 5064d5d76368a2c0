import { Prisma, type PrismaClient } from "@sagascope/database";
import { getChartGraphs } from "../charts/chart-graphs.ts";
import { canEventMove } from "./can-event-move.ts";
import { OVERDUE_INSTANCES } from "./count-overdue.ts";
import { IDLE_INSTANCES } from "./idle-instances.ts";

/** Why an instance may need a person. */
export type AttentionKind = "stuck" | "overdue" | "letters";

/** How many rows are looked at for keys; who has more has another problem than a list. */
export const KEYS_MAX = 5_000;

/**
 * A query for `machine_id` and `subject` of the instances that need a person for this reason, each once, and `looked_at`,
 * which is the same in each row: more than `KEYS_MAX` means that there are more.
 */
export async function attentionKeys(
  prisma: PrismaClient,
  attention: AttentionKind,
): Promise<Prisma.Sql> {
  if (attention === "letters") return WITH_OPEN_LETTERS;
  if (attention === "stuck") return stuckKeys(await listStuckPlaces(prisma));
  return Prisma.sql`
    SELECT machine_id, subject, count(*) OVER () AS looked_at
    FROM (${OVERDUE_INSTANCES} ORDER BY due_at LIMIT ${KEYS_MAX + 1}) AS overdue`;
}

/** Of very many, those whose letters came last. The order is the index's, so that no more are read than are given. */
const WITH_OPEN_LETTERS = Prisma.sql`
  SELECT machine_id, subject, sum(count(*)) OVER () AS looked_at
  FROM (
    SELECT machine_id, subject FROM sagascope.dead_letter
    WHERE resolved_at IS NULL AND machine_id IS NOT NULL
    ORDER BY captured_at DESC, id LIMIT ${KEYS_MAX + 1}) AS letters
  GROUP BY machine_id, subject`;

interface RestingPlace {
  readonly chartId: number;
  readonly states: string[];
  /** Chart and states as one text, by which the database finds them again. */
  readonly place: string;
}

/** Where active instances rest that no event can move; what is under way is not known from the chart. */
async function listStuckPlaces(prisma: PrismaClient): Promise<string[]> {
  const places = await prisma.$queryRaw<RestingPlace[]>`
    SELECT chart_id AS "chartId", states, chart_id || ' ' || states::text AS place
    FROM sagascope.instance
    WHERE status = 'active'
    GROUP BY chart_id, states`;
  const graphs = await getChartGraphs(
    prisma,
    places.map(({ chartId }) => chartId),
  );
  return places
    .filter(({ chartId, states }) => {
      const graph = graphs.get(chartId);
      return graph !== undefined && !canEventMove(graph, states);
    })
    .map(({ place }) => place);
}

function stuckKeys(places: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT machine_id, subject, count(*) OVER () AS looked_at
    FROM (
      SELECT machine_id, subject FROM (${IDLE_INSTANCES}) AS idle
      WHERE gave_up OR chart_id || ' ' || states::text = ANY(${[...places]}::text[])
      ORDER BY updated_at LIMIT ${KEYS_MAX + 1}) AS stuck`;
}
