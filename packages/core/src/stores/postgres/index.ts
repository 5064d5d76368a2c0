export type { CommandRequest } from "../../operations/command-request.ts";
export {
  checkApiToken,
  createApiToken,
  TOKEN_SCOPES,
  type TokenCheck,
  type TokenScope,
  verifyApiToken,
} from "./access/api-tokens.ts";
export { type ApiTokenView, listApiTokens } from "./access/list-api-tokens.ts";
export { revokeApiToken } from "./access/revoke-api-token.ts";
export { appendAudit } from "./audit/append-audit.ts";
export { type AuditRow, listAudit, listLatestAudit } from "./audit/list-audit.ts";
export {
  findLetterView,
  type LetterSummary,
  type LetterView,
  listLetters,
} from "./dead-letters/list-letters.ts";
export { type EnginePools, openEnginePools } from "./engine-pools.ts";
export { findInstance, type InstanceView } from "./instances/find-instance.ts";
export { type HistoryView, listHistory } from "./instances/list-history.ts";
export { type InstanceSummary, listInstances } from "./instances/list-instances.ts";
export { awaitCommand, type CommandView, findCommand } from "./operations/find-command.ts";
export { requestCommand } from "./operations/request-command.ts";
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
