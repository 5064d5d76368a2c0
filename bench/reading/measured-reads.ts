import { fromPg } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { getConversation } from "../../apps/web/src/server/reads/conversations/get-conversation.ts";
import { listCauses } from "../../apps/web/src/server/reads/dead-letters/list-causes.ts";
import { listFacets as listLetterFacets } from "../../apps/web/src/server/reads/dead-letters/list-facets.ts";
import { listLetters } from "../../apps/web/src/server/reads/dead-letters/list-letters.ts";
import type { InstanceFilter } from "../../apps/web/src/server/reads/instances/instance-filter.ts";
import { listFacets } from "../../apps/web/src/server/reads/instances/list-facets.ts";
import { listInstances } from "../../apps/web/src/server/reads/instances/list-instances.ts";
import { getOverview } from "../../apps/web/src/server/reads/overview/get-overview.ts";
import { getPipes } from "../../apps/web/src/server/reads/pipes/get-pipes.ts";
import { search } from "../../apps/web/src/server/reads/search/search.ts";
import { TENANT_ORDERS_FROM } from "../seeding/seed-statements.ts";

/** One read of the console, as its pages ask for it. */
export interface MeasuredRead {
  readonly kind: "search" | "list" | "facets" | "conversation" | "letters" | "overview" | "pipes";
  readonly what: string;
  run(doors: Doors): Promise<unknown>;
}

/** Two ways to one database, as the console's server has them. */
export interface Doors {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
}

/** Filters of the list of instances, each with something common and something rare of its kind. */
export const INSTANCE_FILTERS: readonly InstanceFilter[] = [
  {},
  { machine: "order" },
  { machine: "complaint" },
  { machine: "order", version: "1" },
  { status: "active" },
  { status: "cancelled" },
  { phase: "compensating" },
  { phase: "failed" },
  { state: "completed" },
  { state: "returned" },
  { machine: "order", state: "packing" },
  { age: "under-1h" },
  { age: "over-7d", status: "active" },
  { ended: "1h" },
  { ended: "7d", phase: "completed" },
  { attention: "stuck" },
  { attention: "overdue" },
  { attention: "letters" },
  { attention: "letters", machine: "payment" },
  { q: "42" },
  { q: "order-1234" },
  { q: "order-" },
  { q: String(TENANT_ORDERS_FROM + 4_242) },
  { q: "order-2", phase: "failed" },
];

const PAGE = { cursor: undefined, limit: 50 };

/** What is measured. @param envelope - the id of some envelope */
export function measuredReads(envelope: string): readonly MeasuredRead[] {
  const texts = [
    "42",
    "order-4242",
    "order-",
    envelope,
    "c-4242",
    "letter-42",
    "order.pl",
    "complaint",
    "nothing-like-this",
    String(TENANT_ORDERS_FROM + 4_242), // an order of one tenant among thousands
    String(TENANT_ORDERS_FROM - 1), // nobody's
  ];
  return [
    ...texts.map(
      (text): MeasuredRead => ({
        kind: "search",
        what: `“${text}”`,
        run: ({ prisma }) => search(prisma, text),
      }),
    ),
    ...INSTANCE_FILTERS.map(
      (filter): MeasuredRead => ({
        kind: "list",
        what: `instances ${wordsOf(filter)}`,
        run: ({ prisma }) => listInstances(prisma, filter, PAGE),
      }),
    ),
    {
      kind: "list",
      what: "instances, a page far back",
      run: ({ prisma }) =>
        listInstances(
          prisma,
          { machine: "order" },
          { ...PAGE, cursor: { at: farBack(), machineId: "order", subject: "x" } },
        ),
    },
    ...INSTANCE_FILTERS.map(
      (filter): MeasuredRead => ({
        kind: "facets",
        what: `counts beside instances ${wordsOf(filter)}`,
        run: ({ prisma }) => listFacets(prisma, filter),
      }),
    ),
    {
      kind: "conversation",
      what: "of 40 envelopes",
      run: ({ prisma }) => getConversation(prisma, "c-4242"),
    },
    {
      kind: "conversation",
      what: "of 10,000 envelopes",
      run: ({ prisma }) => getConversation(prisma, "c-big"),
    },
    {
      kind: "letters",
      what: "list, open",
      run: ({ pool }) => listLetters(pool, { state: "open" }, PAGE),
    },
    {
      kind: "letters",
      what: "list, one cause",
      run: ({ pool }) => listLetters(pool, { state: "open", cause: "cause-5" }, PAGE),
    },
    {
      kind: "letters",
      what: "facets",
      run: (doors) => listLetterFacets(doors, { state: "open" }, new Date()),
    },
    { kind: "letters", what: "causes", run: ({ pool }) => listCauses(pool, { state: "open" }) },
    ...(["1h", "24h", "7d"] as const).flatMap((range): readonly MeasuredRead[] => [
      {
        kind: "overview",
        what: `of ${range}`,
        run: ({ prisma }) => getOverview(prisma, range, new Date()),
      },
      { kind: "pipes", what: `of ${range}`, run: ({ pool }) => getPipes(fromPg(pool), range) },
    ]),
  ];
}

function farBack(): string {
  return `${new Date(Date.now() - 25 * 86_400_000).toISOString().slice(0, -1)}000Z`;
}

function wordsOf(filter: InstanceFilter): string {
  const words = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
  return words.length === 0 ? "without a filter" : words.join(" ");
}
