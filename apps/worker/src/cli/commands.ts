import type { Command } from "./command.ts";
import { auditList, auditVerify } from "./commands/audit.ts";
import { chartCheck } from "./commands/chart.ts";
import { dlqList, dlqReplay, dlqResolve, dlqShow } from "./commands/dlq.ts";
import { instancesList, instancesShow } from "./commands/instances.ts";
import { migrate } from "./commands/migrate.ts";
import { publish } from "./commands/publish.ts";
import { tokenCreate, tokenList, tokenRevoke } from "./commands/token.ts";
import { up } from "./commands/up.ts";
import { worker } from "./commands/worker.ts";

/** Every command by its name, which may be several words: `token create`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  up,
  migrate,
  worker,
  publish,
  "instances list": instancesList,
  "instances show": instancesShow,
  "dlq list": dlqList,
  "dlq show": dlqShow,
  "dlq replay": dlqReplay,
  "dlq resolve": dlqResolve,
  "chart check": chartCheck,
  "audit list": auditList,
  "audit verify": auditVerify,
  "token create": tokenCreate,
  "token list": tokenList,
  "token revoke": tokenRevoke,
};
