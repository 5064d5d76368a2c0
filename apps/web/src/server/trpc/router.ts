import { router } from "./init.ts";
import { asyncapiRouter } from "./routers/asyncapi.ts";
import { auditRouter } from "./routers/audit.ts";
import { conversationsRouter } from "./routers/conversations.ts";
import { deadLettersRouter } from "./routers/dead-letters.ts";
import { envelopesRouter } from "./routers/envelopes.ts";
import { instancesRouter } from "./routers/instances.ts";
import { liveRouter } from "./routers/live.ts";
import { overviewRouter } from "./routers/overview.ts";
import { searchRouter } from "./routers/search.ts";
import { sessionRouter } from "./routers/session.ts";
import { shellRouter } from "./routers/shell.ts";
import { welcomeRouter } from "./routers/welcome.ts";

/** Every procedure of the console, one router a file. */
export const appRouter = router({
  asyncapi: asyncapiRouter,
  audit: auditRouter,
  conversations: conversationsRouter,
  deadLetters: deadLettersRouter,
  envelopes: envelopesRouter,
  instances: instancesRouter,
  live: liveRouter,
  overview: overviewRouter,
  search: searchRouter,
  session: sessionRouter,
  shell: shellRouter,
  welcome: welcomeRouter,
});

/** The type that browsers import; nothing else of `server/` reaches them. */
export type AppRouter = typeof appRouter;
