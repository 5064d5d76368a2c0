import { z } from "zod";
import { getDocument } from "../../reads/asyncapi/get-document.ts";
import { listDocuments } from "../../reads/asyncapi/list-documents.ts";
import { listTraffic } from "../../reads/asyncapi/list-traffic.ts";
import { validateDocument } from "../../reads/asyncapi/validate-document.ts";
import { readProcedure, router } from "../init.ts";

const machineId = z.string().min(1).max(200);

export const asyncapiRouter = router({
  list: readProcedure().query(({ ctx }) => listDocuments(ctx.prisma)),

  /** The document of a machine's present chart, or of another version of it. */
  get: readProcedure()
    .input(z.object({ machineId, chartId: z.int().optional() }))
    .query(({ ctx, input }) => getDocument(ctx.prisma, input.machineId, input.chartId)),

  /** Whether that document is AsyncAPI 3.0. Apart from it, since the first check of a process takes a second or two. */
  validity: readProcedure()
    .input(z.object({ machineId, chartId: z.int().optional() }))
    .query(async ({ ctx, input }) => {
      const { json } = await getDocument(ctx.prisma, input.machineId, input.chartId);
      return validateDocument(json);
    }),

  /** How often a machine's messages came and went, with examples. */
  traffic: readProcedure()
    .input(z.object({ machineId }))
    .query(({ ctx, input }) => listTraffic(ctx.prisma, input.machineId)),
});
