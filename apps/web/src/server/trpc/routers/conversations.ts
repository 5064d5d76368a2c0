import { z } from "zod";
import { getConversation } from "../../reads/conversations/get-conversation.ts";
import { listConversations } from "../../reads/conversations/list-conversations.ts";
import { readProcedure, router } from "../init.ts";

export const conversationsRouter = router({
  list: readProcedure().query(({ ctx }) => listConversations(ctx.prisma)),

  get: readProcedure()
    .input(z.object({ correlationId: z.string().min(1).max(1_024) }))
    .query(({ ctx, input }) => getConversation(ctx.prisma, input.correlationId)),
});
