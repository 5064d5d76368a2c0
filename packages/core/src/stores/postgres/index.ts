export {
  checkApiToken,
  createApiToken,
  TOKEN_SCOPES,
  type TokenCheck,
  type TokenScope,
  verifyApiToken,
} from "./access/api-tokens.ts";
export { appendAudit } from "./audit/append-audit.ts";
export { findInstance, type InstanceView } from "./instances/find-instance.ts";
export { type HistoryView, listHistory } from "./instances/list-history.ts";
export { awaitCommand, type CommandView, findCommand } from "./operations/find-command.ts";
export { type CommandRequest, requestCommand } from "./operations/request-command.ts";
export {
  insertEvents,
  type OutgoingEvent,
  type PublishedCounts,
  publishEvents,
} from "./outbox/publish-events.ts";
export { toPostgresQueue } from "./outbox/queue-relay.ts";
export { type PostgresEngineSettings, postgresEngineStores } from "./postgres-engine-stores.ts";
export { findTopic } from "./projects/find-topic.ts";
export { registerProject } from "./projects/register-project.ts";
export {
  fromPg,
  fromPgPool,
  fromPrisma,
  type PrismaTransaction,
  type Sql,
  type SqlPool,
} from "./sql.ts";
