import { argumentsOf } from "../arguments.ts";
import { ACT_HELP, ACT_OPTIONS, readConsent } from "../ask-worker.ts";
import type { Command, Invocation } from "../command.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";

const { wait: _wait, ...OPTIONS } = ACT_OPTIONS;
const { wait: _waitHelp, ...HELP } = ACT_HELP;
const USAGE = "ID[,ID] [--no-dry-run --yes --reason TEXT]";

/** `sagascope dlq archive` */
export const dlqArchive: Command = {
  summary: "Say which resolved dead letters would be put out of sight, or do it; they are kept.",
  usage: USAGE,
  options: { ...DOOR_OPTIONS, ...OPTIONS },
  help: { ...DOOR_HELP, ...HELP },
  run: (invocation) => move(invocation, "archive"),
};

/** `sagascope dlq restore` */
export const dlqRestore: Command = {
  summary: "Say which archived dead letters would be brought back into the lists, or do it.",
  usage: USAGE,
  options: { ...DOOR_OPTIONS, ...OPTIONS },
  help: { ...DOOR_HELP, ...HELP },
  run: (invocation) => move(invocation, "restore"),
};

async function move(invocation: Invocation, kind: "archive" | "restore"): Promise<void> {
  const { options, positionals, output } = invocation;
  const { ID } = argumentsOf(positionals, ["ID"]);
  const ids = ID.split(",").filter((id) => id !== "");
  const consent = readConsent(options);
  const moved = await withDoor(invocation, (door) => door.archive({ kind, ids, ...consent }));
  const word = kind === "archive" ? "archived" : "restored";
  const says = consent.dryRun ? `would be ${word}` : word;
  output.result(
    { dry_run: consent.dryRun, [word]: moved },
    `${moved.length} of ${ids.length} dead letter(s) ${says}`,
  );
}
