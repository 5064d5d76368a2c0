import { z } from "zod";
import { getChart } from "../../reads/charts/get-chart.ts";
import { listMachines } from "../../reads/charts/list-machines.ts";
import { getInstance } from "../../reads/instances/get-instance.ts";
import { getStep } from "../../reads/instances/get-step.ts";
import { instanceFilterSchema } from "../../reads/instances/instance-filter.ts";
import { listHistory } from "../../reads/instances/list-history.ts";
import { listInstances } from "../../reads/instances/list-instances.ts";
import { readProcedure, router } from "../init.ts";

const PAGE_MAX = 100;

const keySchema = z.object({
  machineId: z.string().min(1).max(200),
  subject: z.string().min(1).max(1_024),
});

const listInput = z.object({
  filter: instanceFilterSchema,
  cursor: keySchema.optional(),
  limit: z.int().min(1).max(PAGE_MAX).default(50),
});

export const instancesRouter = router({
  list: readProcedure()
    .input(listInput)
    .query(({ ctx, input: { filter, cursor, limit } }) =>
      listInstances(ctx.prisma, filter, { cursor, limit }),
    ),

  get: readProcedure()
    .input(keySchema)
    .query(({ ctx, input }) => getInstance(ctx.prisma, input.machineId, input.subject)),

  history: readProcedure()
    .input(keySchema)
    .query(({ ctx, input }) => listHistory(ctx.prisma, input.machineId, input.subject)),

  /** The instance as it was right after a step: time travel. */
  step: readProcedure()
    .input(keySchema.extend({ revision: z.int().min(1) }))
    .query(({ ctx, input }) => getStep(ctx.prisma, input)),

  /** The chart version an instance runs on; it never changes, so it may be kept. */
  chart: readProcedure()
    .input(z.object({ chartId: z.int() }))
    .query(({ ctx, input }) => getChart(ctx.prisma, input.chartId)),

  /** The machines that instances may be of. */
  machines: readProcedure().query(({ ctx }) => listMachines(ctx.prisma)),
});
