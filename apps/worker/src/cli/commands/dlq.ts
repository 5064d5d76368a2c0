import type { LetterSummary, LetterView } from "@sagascope/core/postgres";
import { argumentsOf, limitOf, textOf } from "../arguments.ts";
import { ACT_HELP, ACT_OPTIONS, readConsent, throwUnlessDone, waitMsOf } from "../ask-worker.ts";
import type { Command, Invocation } from "../command.ts";
import type { LetterAct, OperatorDoor } from "../door/operator-door.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { UsageError } from "../errors.ts";
import { reportText } from "../report-text.ts";
import { fieldsText, tableText, timeText } from "../table-text.ts";

const LIST_LIMIT = 1_000;

/** `sagascope dlq list` */
export const dlqList: Command = {
  summary: "List dead letters that are open, oldest first.",
  usage: "[--all] [--machine ID] [--cause FINGERPRINT] [--archived] [--limit N]",
  options: {
    ...DOOR_OPTIONS,
    all: { type: "boolean" },
    machine: { type: "string" },
    cause: { type: "string" },
    archived: { type: "boolean" },
    limit: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    all: "resolved ones too",
    machine: "of this machine only",
    cause: "of this cause only, as dlq groups tells it",
    archived: "those that were put out of sight, instead",
    limit: `how many at most (${LIST_LIMIT})`,
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const filter = {
      all: options.all === true,
      machineId: textOf(options, "machine"),
      cause: textOf(options, "cause"),
      archived: options.archived === true,
      limit: limitOf(options, LIST_LIMIT),
    };
    const letters = await withDoor(invocation, (door) => door.listLetters(filter));
    output.result({ count: letters.length, dead_letters: letters }, lettersText(letters));
  },
};

/** `sagascope dlq show` */
export const dlqShow: Command = {
  summary: "Show one dead letter: its errors, and its envelope and snapshot with secrets masked.",
  usage: "ID",
  options: DOOR_OPTIONS,
  help: DOOR_HELP,
  run: async (invocation) => {
    const { ID: id } = argumentsOf(invocation.positionals, ["ID"]);
    const letter = await withDoor(invocation, (door) => getLetter(door, id));
    invocation.output.result(letter, letterText(letter));
  },
};

/** `sagascope dlq replay` */
export const dlqReplay: Command = {
  summary: "Say what a replay of a dead letter would do, or replay it.",
  usage: "ID [--no-dry-run --yes --reason TEXT] [--force] [--edit JSON] [--wait 30s]",
  options: {
    ...DOOR_OPTIONS,
    ...ACT_OPTIONS,
    force: { type: "boolean" },
    edit: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    ...ACT_HELP,
    edit: 'change its data first, as JSON Patch: [{"op":"replace","path":"/data/amount","value":5}]',
    force: "go on although the chart changed or only the redacted form is left",
  },
  run: (invocation) => act(invocation, "replay"),
};

/** `sagascope dlq resolve` */
export const dlqResolve: Command = {
  summary: "Close a dead letter that was dealt with another way.",
  usage: "ID [--no-dry-run --yes --reason TEXT] [--wait 30s]",
  options: { ...DOOR_OPTIONS, ...ACT_OPTIONS },
  help: { ...DOOR_HELP, ...ACT_HELP },
  run: (invocation) => act(invocation, "resolve"),
};

/** @throws {UsageError} if there is no such letter */
async function getLetter(door: OperatorDoor, id: string): Promise<LetterView> {
  const letter = await door.findLetter(id);
  if (letter === undefined) throw new UsageError(`no dead letter with id '${id}'`);
  return letter;
}

/** Ask a worker, wait for its answer, print it, and fail unless it is what was asked for. */
async function act(invocation: Invocation, kind: LetterAct["kind"]): Promise<void> {
  const { options, positionals, output } = invocation;
  const { ID: letterId } = argumentsOf(positionals, ["ID"]);
  const consent = readConsent(options);
  const timeoutMs = waitMsOf(options);
  const force = options.force === true;
  const edit = editOf(options);
  const report = await withDoor(invocation, async (door) => {
    await getLetter(door, letterId);
    return door.act({ kind, letterId, ...consent, force, timeoutMs, ...edit });
  });
  output.result(report, reportText(kind, report));
  throwUnlessDone(kind, report);
}

/** What is to be changed; its steps are checked where they are used. */
function editOf(options: Invocation["options"]): Pick<LetterAct, "edit"> {
  const text = textOf(options, "edit");
  if (text === undefined) return {};
  try {
    return { edit: JSON.parse(text) as NonNullable<LetterAct["edit"]> };
  } catch (cause) {
    throw new UsageError("--edit must be JSON", { cause });
  }
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
