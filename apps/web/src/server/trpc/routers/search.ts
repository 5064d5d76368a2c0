import { z } from "zod";
import { search } from "../../reads/search/search.ts";
import { readProcedure, router } from "../init.ts";

export const searchRouter = router({
  /** One box for everything, the business key first. */
  all: readProcedure()
    .input(z.object({ text: z.string().max(1_024) }))
    .query(({ ctx, input }) => search(ctx.prisma, input.text)),
});
