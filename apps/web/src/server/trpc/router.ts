import { router } from "./init.ts";
import { accountRouter } from "./routers/account.ts";
import { alertsRouter } from "./routers/alerts.ts";
import { asyncapiRouter } from "./routers/asyncapi.ts";
import { auditRouter } from "./routers/audit.ts";
import { choreographyRouter } from "./routers/choreography.ts";
import { commandLineRouter } from "./routers/command-line.ts";
import { conversationsRouter } from "./routers/conversations.ts";
import { deadLettersRouter } from "./routers/dead-letters.ts";
import { envelopesRouter } from "./routers/envelopes.ts";
import { instancesRouter } from "./routers/instances.ts";
import { liveRouter } from "./routers/live.ts";
import { operationsRouter } from "./routers/operations.ts";
import { overviewRouter } from "./routers/overview.ts";
import { pipesRouter } from "./routers/pipes.ts";
import { placesRouter } from "./routers/places.ts";
import { replayJobsRouter } from "./routers/replay-jobs.ts";
import { rolesRouter } from "./routers/roles.ts";
import { searchRouter } from "./routers/search.ts";
import { sessionRouter } from "./routers/session.ts";
import { settingsRouter } from "./routers/settings.ts";
import { shellRouter } from "./routers/shell.ts";
import { tokensRouter } from "./routers/tokens.ts";
import { usersRouter } from "./routers/users.ts";
import { viewsRouter } from "./routers/views.ts";
import { welcomeRouter } from "./routers/welcome.ts";

/** Every procedure of the console, one router a file. */
export const appRouter = router({
  alerts: alertsRouter,
  account: accountRouter,
  asyncapi: asyncapiRouter,
  audit: auditRouter,
  choreography: choreographyRouter,
  commandLine: commandLineRouter,
  conversations: conversationsRouter,
  deadLetters: deadLettersRouter,
  envelopes: envelopesRouter,
  instances: instancesRouter,
  live: liveRouter,
  operations: operationsRouter,
  overview: overviewRouter,
  replayJobs: replayJobsRouter,
  pipes: pipesRouter,
  places: placesRouter,
  roles: rolesRouter,
  search: searchRouter,
  session: sessionRouter,
  settings: settingsRouter,
  shell: shellRouter,
  tokens: tokensRouter,
  users: usersRouter,
  views: viewsRouter,
  welcome: welcomeRouter,
});

/** The type that browsers import; nothing else of `server/` reaches them. */
export type AppRouter = typeof appRouter;
