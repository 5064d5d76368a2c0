export {
  type LetterFilter,
  type LetterSelection,
  SELECTION_PURPOSES,
  type SelectionPurpose,
} from "../../engine/replay-jobs.ts";
export type { WorkCounted, WorkCounts } from "../../engine/work-counts.ts";
export type {
  CommandRequest,
  InstanceRequest,
  LetterRequest,
} from "../../operations/command-request.ts";
export {
  JOB_CHANGES,
  type JobChange,
  type JobPace,
  type JobRequest,
} from "../../operations/jobs/job-request.ts";
export type {
  OutgoingMessage,
  OutgoingTime,
  OutgoingTimer,
  TimerOptions,
} from "../../outbox/outgoing.ts";
export {
  checkApiToken,
  createApiToken,
  findApiToken,
  TOKEN_SCOPES,
  type TokenCheck,
  type TokenScope,
  verifyApiToken,
} from "./access/api-tokens.ts";
export { endTokensOf, PERSONAL_SCOPES } from "./access/end-tokens-of.ts";
export { type ApiTokenView, listApiTokens } from "./access/list-api-tokens.ts";
export { revokeApiToken } from "./access/revoke-api-token.ts";
export {
  forgetOldRateLimits,
  type Permits,
  type RateLimit,
  takePermits,
} from "./access/take-permits.ts";
export {
  deleteChannel,
  deleteRule,
  saveChannel,
  saveRule,
  testChannel,
} from "./alerts/edit-alerts.ts";
export { type AlertKeyUse, listAlertKeyUse } from "./alerts/list-key-use.ts";
export { postgresAlertStore } from "./alerts/postgres-alert-store.ts";
export { appendAudit } from "./audit/append-audit.ts";
export { type AuditRow, listAudit } from "./audit/list-audit.ts";
export { type AuditFilter, type AuditView, searchAudit } from "./audit/search-audit.ts";
export { type CountedSpan, readCounts, readTotals } from "./counts/read-counts.ts";
export { type ArchiveRequest, archiveLetters } from "./dead-letters/archive-letters.ts";
export { chooseLetterProject } from "./dead-letters/choose-project.ts";
export { countLetters, countOpenLetters, type LetterCounts } from "./dead-letters/count-letters.ts";
export {
  assignLetterGroup,
  assignSelection,
  findLetterCare,
  type LetterCare,
  noteLetterGroup,
} from "./dead-letters/letter-care.ts";
export { LETTER_STATES, type LetterSearch } from "./dead-letters/letter-condition.ts";
export { type LetterGroup, listLetterGroups } from "./dead-letters/list-letter-groups.ts";
export {
  findLetterView,
  type LetterSummary,
  type LetterView,
  listLetters,
} from "./dead-letters/list-letters.ts";
export {
  type LetterBucket,
  type LetterSpans,
  measureOpenLetters,
  type OpenCause,
  type OpenLetters,
} from "./dead-letters/measure-open-letters.ts";
export { type LetterPurge, purgeLetters } from "./dead-letters/purge-letters.ts";
export { listSealKeyUse, resealLetters, type SealKeyUse } from "./dead-letters/reseal-letters.ts";
export { type LetterSearchPage, searchLetters } from "./dead-letters/search-letters.ts";
export {
  type UnsealedField,
  type UnsealRequest,
  unsealLetter,
} from "./dead-letters/unseal-letter.ts";
export { type DocumentImport, forgetImport, importDocument } from "./documents/imports.ts";
export {
  type DocumentVersion,
  findDocument,
  listCurrentDocuments,
  listDocumentVersions,
  type StoredDocument,
} from "./documents/list-documents.ts";
export { arePagesPublic, setPagesPublic } from "./documents/public-pages.ts";
export { sampleEnvelopes } from "./documents/sample-envelopes.ts";
export { type EnginePools, openEnginePools } from "./engine-pools.ts";
export { forgetFeed } from "./feeds/forget-feed.ts";
export { type FeedHolder, listFeedHolders } from "./feeds/list-feed-holders.ts";
export { type FeedView, listFeeds } from "./feeds/list-feeds.ts";
export {
  forgetFeedPositions,
  type LowestFeedCursor,
  lowestFeedCursor,
} from "./feeds/lowest-feed-cursor.ts";
export { type FeedMove, type MovedFeed, moveFeedCursor } from "./feeds/move-feed-cursor.ts";
export { postgresFeedStores } from "./feeds/postgres-feed-stores.ts";
export { findInstance, type InstanceView } from "./instances/find-instance.ts";
export { type HistoryView, listHistory } from "./instances/list-history.ts";
export {
  type InstanceSummary,
  listInstances,
  listInstancesOfSubject,
} from "./instances/list-instances.ts";
export { awaitCommand, type CommandView, findCommand } from "./operations/find-command.ts";
export { requestCommand } from "./operations/request-command.ts";
export { cancelScheduled } from "./outbox/cancel-scheduled.ts";
export {
  type CancelledEvent,
  cancelScheduledByHand,
  type ScheduledCancellation,
} from "./outbox/cancel-scheduled-by-hand.ts";
export type { OutgoingEvent } from "./outbox/event-rows.ts";
export { listRelays, type RelayView } from "./outbox/list-relays.ts";
export { listScheduled, type ScheduledEventView } from "./outbox/list-scheduled.ts";
export { type Backlog, type BacklogRow, measureBacklog } from "./outbox/measure-backlog.ts";
export { insertEvents, type PublishedCounts, publishEvents } from "./outbox/publish-events.ts";
export { toPostgresQueue } from "./outbox/queue-relay.ts";
export { type Scheduled, scheduleEvents } from "./outbox/schedule-events.ts";
export {
  listDeadLetters,
  type OutboxLetterFilter,
  type OutboxLetterView,
} from "./outbox/table/list-dead-letters.ts";
export {
  DEFAULT_OUTBOX_TABLE,
  defineOutboxTable,
  type OutboxColumns,
  type OutboxTable,
  type OutboxTableOptions,
} from "./outbox/table/outbox-table.ts";
export { outboxTableSql } from "./outbox/table/outbox-table-sql.ts";
export { type OutboxWakeUpOptions, outboxWakeUps } from "./outbox/table/outbox-wake-ups.ts";
export { postgresOutbox } from "./outbox/table/postgres-outbox.ts";
export { publishMessages } from "./outbox/table/publish-messages.ts";
export { requireOutboxTable } from "./outbox/table/require-outbox-table.ts";
export { cancelTimers, setTimers } from "./outbox/table/set-timers.ts";
export { requeueDeadLetters, resolveDeadLetters } from "./outbox/table/settle-dead-letters.ts";
export { readPipeTrend, type SampledBucket } from "./pipes/read-pipe-trend.ts";
export { recordPipes } from "./pipes/record-pipes.ts";
export { type PipeKind, type PipeSample, samplesOf } from "./pipes/samples-of.ts";
export { type PostgresEngineSettings, postgresEngineStores } from "./postgres-engine-stores.ts";
export { findTopic } from "./projects/find-topic.ts";
export { readDisplayRedaction } from "./projects/read-redaction.ts";
export { registerProject } from "./projects/register-project.ts";
export { changeReplayJob } from "./replay-jobs/change-job.ts";
export { findSelection, type SelectionView } from "./replay-jobs/find-selection.ts";
export { freezeSelection } from "./replay-jobs/freeze-selection.ts";
export {
  findReplayJob,
  JOB_ITEM_FILTERS,
  type JobItemFilter,
  listReplayItems,
  listReplayJobs,
  type ReplayItemView,
  type ReplayJobView,
} from "./replay-jobs/list-jobs.ts";
export { setJobPace } from "./replay-jobs/set-job-pace.ts";
export { startReplayJob } from "./replay-jobs/start-job.ts";
export { listPartitions, type PartitionView } from "./retention/list-partitions.ts";
export {
  listRetention,
  type NotedRetention,
  noteRetention,
  type RetentionNote,
} from "./retention/policy-notes.ts";
export { postgresRetentionStore } from "./retention/postgres-retention-store.ts";
export { type PurgeRequest, purgeByHand } from "./retention/purge-by-hand.ts";
export {
  fromPg,
  fromPgPool,
  fromPrisma,
  fromPrismaClient,
  type PrismaLikeClient,
  type PrismaTransaction,
  type Sql,
  type SqlPool,
  type TransactionalSql,
} from "./sql.ts";
export { STEADY_CONNECTION } from "./steady-connection.ts";
export { countDueTimers, type DueTimers } from "./timers/count-due-timers.ts";
export { type AnswerPatience, watchAnswers } from "./watch-answers.ts";
export { type HandBack, type HeldLeases, handBackLeases } from "./workers/hand-back-leases.ts";
export { type LeaseHolder, listLeaseHolders } from "./workers/list-lease-holders.ts";
export { listWorkers, type WorkerView } from "./workers/list-workers.ts";
