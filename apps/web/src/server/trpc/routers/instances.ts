import { z } from "zod";
import { getChart } from "../../reads/charts/get-chart.ts";
import { listMachines } from "../../reads/charts/list-machines.ts";
import { listVersions } from "../../reads/charts/list-versions.ts";
import { compareContexts } from "../../reads/instances/compare-contexts.ts";
import { getInstance } from "../../reads/instances/get-instance.ts";
import { getStep } from "../../reads/instances/get-step.ts";
import { instanceFilterSchema } from "../../reads/instances/instance-filter.ts";
import { listCalls } from "../../reads/instances/list-calls.ts";
import { listFacets } from "../../reads/instances/list-facets.ts";
import { listHistory } from "../../reads/instances/list-history.ts";
import { listInstances } from "../../reads/instances/list-instances.ts";
import { listLetters } from "../../reads/instances/list-letters.ts";
import { readProcedure, router } from "../init.ts";

const PAGE_MAX = 100;
const SKIP_MAX = 10_000;

const keySchema = z.object({
  machineId: z.string().min(1).max(200),
  subject: z.string().min(1).max(1_024),
});

/** As the database counts: a larger number names nothing. */
const rowNumber = z.int32().min(1);

const momentSchema = keySchema.extend({ revision: rowNumber.optional() });

const listInput = z.object({
  filter: instanceFilterSchema,
  order: z.enum(["newest", "oldest"]).default("newest"),
  cursor: keySchema.extend({ at: z.iso.datetime() }).optional(),
  limit: z.int().min(1).max(PAGE_MAX).default(50),
});

export const instancesRouter = router({
  list: readProcedure()
    .input(listInput)
    .query(({ ctx, input: { filter, ...page } }) =>
      listInstances(ctx.prisma, filter, { ...page, cursor: page.cursor }),
    ),

  /** What each choice of each filter would leave under the other filters. */
  facets: readProcedure()
    .input(z.object({ filter: instanceFilterSchema }))
    .query(({ ctx, input }) => listFacets(ctx.prisma, input.filter)),

  get: readProcedure()
    .input(keySchema)
    .query(({ ctx, input }) => getInstance(ctx.prisma, input.machineId, input.subject)),

  /** Its newest steps, or those before a revision. */
  history: readProcedure()
    .input(keySchema.extend({ before: rowNumber.optional() }))
    .query(({ ctx, input }) =>
      listHistory(ctx.prisma, input.machineId, input.subject, input.before),
    ),

  /** Service calls before one of them. */
  calls: readProcedure()
    .input(keySchema.extend({ before: z.string().regex(/^\d{1,18}$/) }))
    .query(({ ctx, input }) =>
      listCalls(ctx.prisma, input.machineId, input.subject, BigInt(input.before)),
    ),

  /** The letters of it and of its conversation after the first `skip`. */
  letters: readProcedure()
    .input(
      keySchema.extend({
        correlationId: z.string().min(1).max(1_024),
        skip: z.int().min(0).max(SKIP_MAX),
      }),
    )
    .query(({ ctx, input: { skip, ...of } }) => listLetters(ctx.prisma, of, skip)),

  /** The instance as it was right after a step: time travel. */
  step: readProcedure()
    .input(keySchema.extend({ revision: rowNumber }))
    .query(({ ctx, input }) => getStep(ctx.prisma, input)),

  /** The chart version an instance runs on; it never changes, so it may be kept. */
  chart: readProcedure()
    .input(z.object({ chartId: rowNumber }))
    .query(({ ctx, input }) => getChart(ctx.prisma, input.chartId)),

  /** How what one knows differs from what another knows. */
  contextDifference: readProcedure()
    .input(z.object({ first: momentSchema, second: momentSchema }))
    .query(({ ctx, input }) => compareContexts(ctx.prisma, input.first, input.second)),

  /** The versions of a machine's chart. */
  versions: readProcedure()
    .input(z.object({ machineId: keySchema.shape.machineId }))
    .query(({ ctx, input }) => listVersions(ctx.prisma, input.machineId)),

  /** The machines that instances may be of. */
  machines: readProcedure().query(({ ctx }) => listMachines(ctx.prisma)),
});
