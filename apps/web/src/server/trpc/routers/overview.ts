import { z } from "zod";
import { getOverview } from "../../reads/overview/get-overview.ts";
import { overviewRangeSchema } from "../../reads/overview/overview-range.ts";
import { readProcedure, router } from "../init.ts";

export const overviewRouter = router({
  get: readProcedure()
    .input(z.object({ range: overviewRangeSchema }))
    .query(({ ctx, input }) => getOverview(ctx.prisma, input.range, new Date())),
});
