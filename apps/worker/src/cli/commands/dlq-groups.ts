import type { LetterCare, LetterGroup } from "@sagascope/core/postgres";
import { argumentsOf, limitOf, textOf } from "../arguments.ts";
import { ACT_HELP, readConsent } from "../ask-worker.ts";
import type { Command } from "../command.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { UsageError } from "../errors.ts";
import { fieldsText, tableText, timeText } from "../table-text.ts";

const LIST_LIMIT = 100;

/** `sagascope dlq groups` */
export const dlqGroups: Command = {
  summary: "List dead letters by cause, the one that was seen last first.",
  usage: "[--all] [--machine ID] [--limit N]",
  options: {
    ...DOOR_OPTIONS,
    all: { type: "boolean" },
    machine: { type: "string" },
    limit: { type: "string" },
  },
  help: { ...DOOR_HELP, all: "count resolved ones too", machine: "of this machine only" },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const all = options.all === true;
    const filter = {
      all,
      consumer: textOf(options, "machine"),
      limit: limitOf(options, LIST_LIMIT),
    };
    const groups = await withDoor(invocation, (door) => door.listGroups(filter));
    output.result({ count: groups.length, groups }, groupsText(groups));
  },
};

/** `sagascope dlq group` */
export const dlqGroup: Command = {
  summary:
    "Show who looks after a cause and what was noted about it; assign it, or note something.",
  usage:
    "FINGERPRINT [--assign NAME | --unassign] [--note TEXT] [--no-dry-run --yes --reason TEXT]",
  options: {
    ...DOOR_OPTIONS,
    reason: { type: "string" },
    "no-dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    assign: { type: "string" },
    unassign: { type: "boolean" },
    note: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    assign: "who looks after it from now on",
    unassign: "nobody does",
    note: "what to note; secrets in it are masked",
    reason: ACT_HELP.reason,
    "no-dry-run": ACT_HELP["no-dry-run"],
    yes: ACT_HELP.yes,
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    const { FINGERPRINT: cause } = argumentsOf(positionals, ["FINGERPRINT"]);
    const assignee = textOf(options, "assign");
    const note = textOf(options, "note");
    if (assignee !== undefined && options.unassign === true) {
      throw new UsageError("--assign and --unassign exclude each other");
    }
    const assigns = assignee !== undefined || options.unassign === true;
    const { dryRun, reason } = readConsent(options);
    const care = await withDoor(invocation, async (door) => {
      if (!dryRun && assigns) await door.assign(cause, assignee, reason);
      if (!dryRun && note !== undefined) await door.note(cause, note, reason);
      return door.findCare(cause);
    });
    const would = dryRun
      ? {
          ...(assigns ? { assignee: assignee ?? null } : {}),
          ...(note === undefined ? {} : { note }),
        }
      : {};
    output.result(
      { fingerprint: cause, ...care, ...(dryRun ? { dry_run: true, would } : { dry_run: false }) },
      [careText(care), ...wouldLines(would)].join("\n"),
    );
  },
};

function wouldLines(would: {
  readonly assignee?: string | null;
  readonly note?: string;
}): string[] {
  return [
    ...(would.assignee === undefined ? [] : [`would be assigned to ${would.assignee ?? "nobody"}`]),
    ...(would.note === undefined ? [] : [`would be noted: ${would.note}`]),
  ];
}

function groupsText(groups: readonly LetterGroup[]): string {
  return tableText(
    ["FINGERPRINT", "OPEN", "LETTERS", "CAME BACK", "CAUSE", "LAST SEEN", "ASSIGNEE"],
    groups.map((group) => [
      group.fingerprint,
      String(group.open),
      String(group.letters),
      String(group.cameBack),
      group.title,
      timeText(group.lastAt),
      group.assignee ?? "-",
    ]),
    "no dead letters",
  );
}

function careText({ assignee, notes }: LetterCare): string {
  const lines = notes.map(({ at, author, note }) => `${timeText(at)} ${author}: ${note}`);
  return [fieldsText([["assignee", assignee ?? "-"]]), ...lines].join("\n");
}
