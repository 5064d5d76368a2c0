import { router } from "./init.ts";
import { liveRouter } from "./routers/live.ts";
import { sessionRouter } from "./routers/session.ts";

/** Every procedure of the console, one router a file. */
export const appRouter = router({
  live: liveRouter,
  session: sessionRouter,
});

/** The type that browsers import; nothing else of `server/` reaches them. */
export type AppRouter = typeof appRouter;
