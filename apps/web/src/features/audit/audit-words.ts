import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";

/** A row of the audit. */
export type AuditRow = RouterOutputs["audit"]["list"]["rows"][number];
/** What checking the chain came to. */
export type Verification = RouterOutputs["audit"]["verification"];

const ACTIONS: Readonly<Record<string, string>> = {
  "alerts.channel": "edit an alert channel",
  "alerts.rule": "edit an alert rule",
  "asyncapi.forget": "forget a document",
  "asyncapi.import": "import a document",
  "asyncapi.public": "say who sees documents",
  "audit.check": "check the audit",
  "feed forget": "forget a feed",
  "feed move": "move a feed",
  replay: "replay",
  "replay-job": "work through many",
  reseal: "seal anew",
  resolve: "resolve",
  "role.remove": "remove a role",
  "role.save": "save a role",
  "scheduled cancel": "cancel a scheduled event",
  "token create": "create a token",
  "token revoke": "revoke a token",
  unseal: "see masked fields",
  "user.accept_invitation": "accept an invitation",
  "user.add_second_factor": "add a second factor",
  "user.change_password": "change a password",
  "user.change_role": "give a role",
  "user.create_first_admin": "create the first admin",
  "user.disable": "disable somebody",
  "user.enable": "enable somebody",
  "user.end_sessions": "end sessions",
  "user.invite": "invite somebody",
  "user.remove_second_factor": "remove a second factor",
  "user.renew_recovery_codes": "renew recovery codes",
  "user.reset_password": "make a link for a password",
  "user.set_password": "set a password by a link",
  "view.unshare": "take a shared view away",
  "worker hand-back": "hand back leases",
};

/** An action in words; one that this version does not know is shown as it is. */
export function actionWords(action: string): string {
  return ACTIONS[action] ?? action;
}

const LETTER_TARGET = /^dead letter (.+)$/;
const JOB_TARGET = /^replay job (.+)$/;
const NAMED_TARGET = /^([a-z_]+):(.+)$/;
const CALL_TARGET = /^(service call) (.+)$/;

/** What a row is about, with a way there where the console has one. */
export function targetOf(row: Pick<AuditRow, "target" | "detail">): {
  readonly kind: string;
  readonly name: string;
  readonly href: string | undefined;
} {
  const jobId = JOB_TARGET.exec(row.target)?.[1];
  if (jobId !== undefined) return { kind: "replay job", name: jobId, href: paths.replayJob(jobId) };
  const letterId = LETTER_TARGET.exec(row.target)?.[1];
  if (letterId === undefined) {
    const [, kind = "", name = row.target] =
      NAMED_TARGET.exec(row.target) ?? CALL_TARGET.exec(row.target) ?? [];
    return { kind, name, href: undefined };
  }
  const detail = row.detail.value as { readonly subject?: unknown } | null;
  const subject = typeof detail?.subject === "string" ? ` of ${detail.subject}` : "";
  return { kind: `dead letter${subject}`, name: letterId, href: paths.deadLetter(letterId) };
}

/** The outcome in words, and whether it is one that somebody should look at. */
export function outcomeOf(outcome: string): {
  readonly words: string;
  readonly tone: "green" | "red" | "amber" | "plain";
} {
  switch (outcome) {
    case "processed":
    case "resolved":
    case "whole":
      return { words: outcome, tone: "green" };
    case "dead_lettered":
      return { words: "failed again", tone: "red" };
    case "broken":
      return { words: "does not fit", tone: "red" };
    case "refused":
      return { words: "refused", tone: "red" };
    case "retrying":
      return { words: "being tried again", tone: "plain" };
    case "ignored":
      return { words: "ignored", tone: "amber" };
    case "duplicate":
      return { words: "changed nothing", tone: "plain" };
    default:
      return { words: outcome, tone: "plain" };
  }
}

/** What came out of a check that somebody asked for: `4,812 records, whole`. */
export function checkWords({
  checked,
  isPartial,
  brokenSeq,
}: Pick<Verification, "checked" | "isPartial" | "brokenSeq">): string {
  const records = `${isPartial ? "the newest " : ""}${formatPlural(checked, "record")}`;
  return `${records}, ${brokenSeq === undefined ? "whole" : `row ${brokenSeq} does not fit`}`;
}

/** The state of the chain in one sentence. */
export function verificationWords({ checked, isPartial, brokenSeq }: Verification): {
  readonly isSound: boolean;
  readonly words: string;
} {
  if (brokenSeq !== undefined) {
    return {
      isSound: false,
      words: `Row ${brokenSeq} does not fit the chain: it, or the one before it, was changed or is missing.`,
    };
  }
  const fit = checked === 1 ? "fits" : "fit";
  const count = checked.toLocaleString("en-GB");
  if (checked === 0) return { isSound: true, words: "No rows yet" };
  return {
    isSound: true,
    words: isPartial
      ? `The newest ${count} rows fit the chain; older ones were not checked`
      : `${checked === 1 ? "The one row" : `All ${count} rows`} ${fit} the chain`,
  };
}
