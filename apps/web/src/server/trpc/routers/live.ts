import { tracked } from "@trpc/server";
import { z } from "zod";
import { liveFilterSchema } from "../../live/live-filter.ts";
import { watchChanges } from "../../live/watch-changes.ts";
import { whileEntitled } from "../../live/while-entitled.ts";
import { protectedProcedure, router } from "../init.ts";

const changesInput = z.object({
  filter: liveFilterSchema,
  /** The id of the last hint that arrived; set by the link when it connects again, and by us when the filter changes. */
  lastEventId: z.string().max(50).nullish(),
});

export const liveRouter = router({
  /** Hints of what to read again, until the browser leaves or may not hear them any more. */
  changes: protectedProcedure("view")
    .input(changesInput)
    .subscription(async function* ({ ctx, input, signal }) {
      const entitled = whileEntitled(ctx, signal);
      try {
        const hints = watchChanges(ctx.hub, {
          filter: input.filter,
          lastId: input.lastEventId ?? undefined,
          signal: entitled.signal,
        });
        for await (const { id, hint } of hints) yield tracked(id, hint);
      } finally {
        entitled.end();
      }
    }),
});
