import type { Command } from "./command.ts";
import { asyncapi } from "./commands/asyncapi.ts";
import { asyncapiDiff } from "./commands/asyncapi-diff.ts";
import { asyncapiForget, asyncapiImport, asyncapiList } from "./commands/asyncapi-services.ts";
import { auditExport, auditList, auditVerify } from "./commands/audit.ts";
import { chartCheck } from "./commands/chart.ts";
import { dlqList, dlqReplay, dlqResolve, dlqShow } from "./commands/dlq.ts";
import { dlqArchive, dlqRestore } from "./commands/dlq-archive.ts";
import { dlqGroup, dlqGroups } from "./commands/dlq-groups.ts";
import { dlqPurge } from "./commands/dlq-purge.ts";
import { dlqUnseal } from "./commands/dlq-unseal.ts";
import { docs } from "./commands/docs.ts";
import { doctor } from "./commands/doctor.ts";
import { feedsForget, feedsList, feedsMove } from "./commands/feeds.ts";
import {
  instancesCancel,
  instancesMigrate,
  instancesResume,
  instancesRewind,
  instancesSend,
  instancesSkip,
} from "./commands/instance-actions.ts";
import { instancesList, instancesShow } from "./commands/instances.ts";
import { migrate } from "./commands/migrate.ts";
import { outboxPurge, outboxStats } from "./commands/outbox.ts";
import { outboxLetters } from "./commands/outbox-letters.ts";
import { publish } from "./commands/publish.ts";
import {
  replayJobCancel,
  replayJobList,
  replayJobPause,
  replayJobPreview,
  replayJobResume,
  replayJobShow,
  replayJobStart,
} from "./commands/replay-job.ts";
import { scheduledCancel, scheduledList } from "./commands/scheduled.ts";
import { sealKeysList, sealKeysNew, sealKeysReseal } from "./commands/seal-keys.ts";
import { tokenCreate, tokenList, tokenRevoke } from "./commands/token.ts";
import { up } from "./commands/up.ts";
import { worker } from "./commands/worker.ts";
import { workersHandBack, workersList } from "./commands/workers.ts";

/** Every command by its name, which may be several words: `token create`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  up,
  migrate,
  doctor,
  worker,
  publish,
  "instances list": instancesList,
  "instances show": instancesShow,
  "instances send": instancesSend,
  "instances resume": instancesResume,
  "instances skip": instancesSkip,
  "instances cancel": instancesCancel,
  "instances rewind": instancesRewind,
  "instances migrate": instancesMigrate,
  "dlq list": dlqList,
  "dlq show": dlqShow,
  "dlq replay": dlqReplay,
  "dlq resolve": dlqResolve,
  "dlq purge": dlqPurge,
  "dlq archive": dlqArchive,
  "dlq restore": dlqRestore,
  "dlq unseal": dlqUnseal,
  "dlq groups": dlqGroups,
  "dlq group": dlqGroup,
  "replay-job preview": replayJobPreview,
  "replay-job start": replayJobStart,
  "replay-job pause": replayJobPause,
  "replay-job resume": replayJobResume,
  "replay-job cancel": replayJobCancel,
  "replay-job show": replayJobShow,
  "replay-job list": replayJobList,
  "feeds list": feedsList,
  "feeds move": feedsMove,
  "feeds forget": feedsForget,
  "outbox stats": outboxStats,
  "outbox letters": outboxLetters,
  "outbox purge": outboxPurge,
  "scheduled list": scheduledList,
  "scheduled cancel": scheduledCancel,
  "chart check": chartCheck,
  "asyncapi list": asyncapiList,
  "asyncapi diff": asyncapiDiff,
  "asyncapi import": asyncapiImport,
  "asyncapi forget": asyncapiForget,
  asyncapi,
  docs,
  "audit list": auditList,
  "audit verify": auditVerify,
  "audit export": auditExport,
  "seal-keys list": sealKeysList,
  "seal-keys new": sealKeysNew,
  "seal-keys reseal": sealKeysReseal,
  "token create": tokenCreate,
  "token list": tokenList,
  "token revoke": tokenRevoke,
  "workers list": workersList,
  "workers hand-back": workersHandBack,
};
