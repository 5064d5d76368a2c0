import type { CommandReport } from "@sagascope/core";
import type { CommandRequest, CommandView, SqlPool } from "@sagascope/core/postgres";
import { durationMsOf, textOf } from "./arguments.ts";
import type { Invocation } from "./command.ts";
import { CommandFailedError, UsageError } from "./errors.ts";

const DEFAULT_WAIT = "30s";

/** Options of every command that may change something. */
export const ACT_OPTIONS = {
  reason: { type: "string" },
  "no-dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  wait: { type: "string" },
} as const;

export const ACT_HELP = {
  reason: "why; kept in the audit, required for a real one",
  "no-dry-run": "do it; without this, only say what would happen",
  yes: "do not ask; goes with --no-dry-run",
  wait: `how long to wait for a worker (${DEFAULT_WAIT})`,
};

/**
 * A dry run unless all is said that a real one needs.
 *
 * @throws {UsageError} naming what is missing
 */
export function readConsent(options: Invocation["options"]): {
  readonly dryRun: boolean;
  readonly reason?: string;
} {
  const reason = textOf(options, "reason");
  if (options["no-dry-run"] !== true) {
    if (options.yes === true) throw new UsageError("--yes needs --no-dry-run");
    return { dryRun: true, ...(reason === undefined ? {} : { reason }) };
  }
  if (options.yes !== true) throw new UsageError("--no-dry-run without --yes does nothing");
  if ((reason ?? "").trim() === "") throw new UsageError("--reason is required: it is kept");
  return { dryRun: false, reason };
}

/** @throws {UsageError} if `--wait` is no length of time */
export function waitMsOf(options: Invocation["options"]): number {
  return durationMsOf("--wait", textOf(options, "wait") ?? DEFAULT_WAIT);
}

/**
 * Hand a request to the workers and wait for what comes of it.
 *
 * @throws {UsageError} if the request is malformed
 * @throws {CommandFailedError} if no worker answered in time
 */
export async function askWorker<Request extends CommandRequest>(
  sql: SqlPool,
  request: Request,
  timeoutMs: number,
): Promise<ReportOf<Request>> {
  const { OperationRefusedError } = await import("@sagascope/core");
  const { awaitCommand, requestCommand } = await import("@sagascope/core/postgres");
  try {
    const id = await requestCommand(sql, request);
    // A letter's request is answered by a report about it, an instance's by one about that.
    return getReport(await awaitCommand(sql, id, { timeoutMs }), timeoutMs) as ReportOf<Request>;
  } catch (error) {
    if (!(error instanceof OperationRefusedError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

type ReportOf<Request extends CommandRequest> = Extract<
  CommandReport,
  Request["kind"] extends "instance" ? { readonly moved: unknown } : { readonly letterId: string }
>;

function getReport(command: CommandView | undefined, timeoutMs: number): CommandReport {
  const ended = command !== undefined && !["waiting", "running"].includes(command.status);
  if (ended && command.result !== null) return command.result;
  const project = command?.project ?? "";
  const seconds = timeoutMs / 1_000;
  if (command?.status === "running" && command.result !== null) {
    throw new CommandFailedError(
      `the service did not answer within ${seconds} s: command ${command.id} goes on`,
    );
  }
  const later = command?.dryRun === false ? "; it is done as soon as one comes" : "";
  throw new CommandFailedError(
    `no worker of project '${project}' answered within ${seconds} s${later}`,
  );
}

/** What came out as an operator wants it. */
const CONTENT: ReadonlySet<string> = new Set(["processed", "duplicate"]);

/** @throws {UsageError | CommandFailedError} unless it came out as an operator wants it */
export function throwUnlessDone(kind: string, report: CommandReport): void {
  if (report.outcome === "refused") {
    const forcible = report.checks.some((check) => !check.ok && check.forcible === true);
    const hint = forcible ? " (use --force to go on)" : "";
    throw new UsageError(`refused: ${report.refusals.join("; ")}${hint}`);
  }
  const why = report.error === undefined ? "" : `: ${report.error.message}`;
  if (report.dryRun || CONTENT.has(report.outcome)) return;
  const reasons = report.refusals.length > 0 ? `: ${report.refusals.join("; ")}` : why;
  throw new CommandFailedError(`the ${kind} ended as ${report.outcome}${reasons}`);
}
