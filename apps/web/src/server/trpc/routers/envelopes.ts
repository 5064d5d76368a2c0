import { z } from "zod";
import { getEnvelope } from "../../reads/envelopes/get-envelope.ts";
import { listEnvelopes } from "../../reads/envelopes/list-envelopes.ts";
import { readProcedure, router } from "../init.ts";

const text = z.string().min(1).max(1_024);

export const envelopesRouter = router({
  /** The newest envelopes of one subject. */
  list: readProcedure()
    .input(z.object({ subject: text }))
    .query(({ ctx, input }) => listEnvelopes(ctx.prisma, input.subject)),

  get: readProcedure()
    .input(z.object({ id: text }))
    .query(({ ctx, input }) => getEnvelope(ctx.prisma, input.id)),
});
