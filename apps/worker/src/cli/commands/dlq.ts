import type { ReplayReport } from "@sagascope/core";
import type {
  CommandRequest,
  CommandView,
  LetterSummary,
  LetterView,
} from "@sagascope/core/postgres";
import { currentActor } from "../actor.ts";
import { argumentsOf, durationMsOf, limitOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { CommandFailedError, UsageError } from "../errors.ts";
import { reportText } from "../report-text.ts";
import { fieldsText, tableText, timeText } from "../table-text.ts";

const LIST_LIMIT = 1_000;
const DEFAULT_WAIT = "30s";
/** What a replay that is not refused may be waiting for consent to: see `checkReplay`. */
const FORCIBLE = new Set(["Structure", "Version", "Original"]);

/** `sagascope dlq list` */
export const dlqList: Command = {
  summary: "List dead letters that are open, oldest first.",
  usage: "[--all] [--machine ID] [--limit N]",
  options: { all: { type: "boolean" }, machine: { type: "string" }, limit: { type: "string" } },
  help: {
    all: "resolved ones too",
    machine: "of this machine only",
    limit: `how many at most (${LIST_LIMIT})`,
  },
  run: async (invocation) => {
    const { listLetters } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const filter = {
      all: options.all === true,
      machineId: textOf(options, "machine"),
      limit: limitOf(options, LIST_LIMIT),
    };
    const letters = await withDatabase(invocation, (sql) => listLetters(sql, filter));
    output.result({ count: letters.length, dead_letters: letters }, lettersText(letters));
  },
};

/** `sagascope dlq show` */
export const dlqShow: Command = {
  summary: "Show one dead letter: its errors, and its envelope and snapshot with secrets masked.",
  usage: "ID",
  options: {},
  run: async (invocation) => {
    const { withDatabase } = await import("../open-database.ts");
    const { ID: id } = argumentsOf(invocation.positionals, ["ID"]);
    const letter = await withDatabase(invocation, (sql) => getLetter(sql, id));
    invocation.output.result(letter, letterText(letter));
  },
};

const ACT_OPTIONS = {
  reason: { type: "string" },
  "no-dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  wait: { type: "string" },
} as const;

const ACT_HELP = {
  reason: "why; kept in the audit, required for a real one",
  "no-dry-run": "do it; without this, only say what would happen",
  yes: "do not ask; goes with --no-dry-run",
  wait: `how long to wait for a worker (${DEFAULT_WAIT})`,
};

/** `sagascope dlq replay` */
export const dlqReplay: Command = {
  summary: "Say what a replay of a dead letter would do, or replay it.",
  usage: "ID [--no-dry-run --yes --reason TEXT] [--force] [--wait 30s]",
  options: { ...ACT_OPTIONS, force: { type: "boolean" } },
  help: {
    ...ACT_HELP,
    force: "go on although the chart changed or only the redacted form is left",
  },
  run: (invocation) => act(invocation, "replay"),
};

/** `sagascope dlq resolve` */
export const dlqResolve: Command = {
  summary: "Close a dead letter that was dealt with another way.",
  usage: "ID [--no-dry-run --yes --reason TEXT] [--wait 30s]",
  options: ACT_OPTIONS,
  help: ACT_HELP,
  run: (invocation) => act(invocation, "resolve"),
};

type Sql = Parameters<typeof import("@sagascope/core/postgres").findLetterView>[0];

async function getLetter(sql: Sql, id: string): Promise<LetterView> {
  const { findLetterView } = await import("@sagascope/core/postgres");
  const letter = await findLetterView(sql, id);
  if (letter === undefined) throw new UsageError(`no dead letter with id '${id}'`);
  return letter;
}

/** Ask a worker, wait for its answer, print it, and fail unless it is what was asked for. */
async function act(invocation: Invocation, kind: CommandRequest["kind"]): Promise<void> {
  const { awaitCommand, requestCommand } = await import("@sagascope/core/postgres");
  const { withDatabase } = await import("../open-database.ts");
  const { options, positionals, output } = invocation;
  const { ID: letterId } = argumentsOf(positionals, ["ID"]);
  const consent = readConsent(options);
  const timeoutMs = durationMsOf("--wait", textOf(options, "wait") ?? DEFAULT_WAIT);
  const command = await withDatabase(invocation, async (sql) => {
    const { project } = await getLetter(sql, letterId);
    const id = await requestCommand(sql, {
      project,
      kind,
      target: { letterId },
      ...consent,
      force: options.force === true,
      actor: currentActor(),
    });
    return awaitCommand(sql, id, { timeoutMs });
  });
  const report = getReport(command, timeoutMs);
  output.result(report, reportText(kind, report));
  throwUnlessDone(report);
}

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

/** @throws {CommandFailedError} if no worker answered in time */
function getReport(command: CommandView | undefined, timeoutMs: number): ReplayReport {
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

/** @throws {UsageError | CommandFailedError} unless it came out as an operator wants it */
export function throwUnlessDone(report: ReplayReport): void {
  if (report.outcome === "refused") {
    const forcible = report.checks.some(({ name, ok }) => !ok && FORCIBLE.has(name));
    const hint = forcible ? " (use --force to go on)" : "";
    throw new UsageError(`refused: ${report.refusals.join("; ")}${hint}`);
  }
  if (report.dryRun || report.outcome === "processed" || report.outcome === "duplicate") return;
  const why = report.error === undefined ? "" : `: ${report.error.message}`;
  throw new CommandFailedError(`the replay ended as ${report.outcome}${why}`);
}

function lettersText(letters: readonly LetterSummary[]): string {
  return tableText(
    ["ID", "REASON", "MACHINE", "SUBJECT", "EVENT", "TRIES", "CAPTURED", "RESOLVED"],
    letters.map((letter) => [
      letter.id,
      letter.reason,
      letter.machineId ?? "-",
      letter.subject,
      letter.eventType,
      String(letter.attempts),
      timeText(letter.capturedAt),
      timeText(letter.resolvedAt),
    ]),
    "no dead letters",
  );
}

function letterText(letter: LetterView): string {
  const fields = fieldsText([
    ["id", letter.id],
    ["reason", letter.reason],
    ["cause", letter.causeTitle],
    ["machine", `${letter.machineId ?? "-"} ${letter.machineVersion ?? ""}`.trim()],
    ["subject", letter.subject],
    ["event", letter.eventType],
    ["states", letter.states.join(", ") || "-"],
    ["tries", String(letter.attempts)],
    ["seen", `${letter.occurrences} time(s), last ${timeText(letter.lastSeenAt)}`],
    ["captured", timeText(letter.capturedAt)],
    ["resolved", timeText(letter.resolvedAt)],
    ["original", letter.originalKept ? "kept, sealed" : "not kept"],
  ]);
  const errors = letter.errors.map(
    ({ attempt, name, message }) => `  ${attempt}. ${name}: ${message}`,
  );
  return [
    fields,
    "errors",
    ...errors,
    `envelope ${JSON.stringify(letter.envelope, undefined, 2)}`,
  ].join("\n");
}
