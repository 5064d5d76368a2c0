import { argumentsOf, durationMsOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { UsageError } from "../errors.ts";

/** `sagascope dlq purge` */
export const dlqPurge: Command = {
  summary: "Delete dead letters for good: one, or the resolved ones of an age.",
  usage: "(--id ID | --older-than 30d) [--unresolved] (--dry-run | --yes --reason TEXT)",
  options: {
    ...DOOR_OPTIONS,
    id: { type: "string" },
    "older-than": { type: "string" },
    unresolved: { type: "boolean" },
    "dry-run": { type: "boolean" },
    "no-dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    reason: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    id: "this one",
    "older-than": "resolved longer ago than this; with --unresolved also not seen for as long",
    unresolved: "open ones too: nobody can replay them any more",
    "dry-run": "only say how many",
    "no-dry-run": "goes with --yes, as elsewhere; not needed",
    yes: "do it",
    reason: "why; kept in the audit",
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const purge = { ...selectorOf(options), unresolved: options.unresolved === true };
    const consent = consentOf(options);
    const { letters } = await withDoor(invocation, (door) => door.purge({ ...purge, ...consent }));
    const verb = consent.dryRun ? "would be purged" : "purged";
    output.result(
      { dry_run: consent.dryRun, deleted: letters },
      `${letters} dead letter(s) ${verb}`,
    );
  },
};

type Options = Invocation["options"];

function selectorOf(options: Options): { readonly id?: string; readonly olderThanMs?: number } {
  const id = textOf(options, "id");
  const age = textOf(options, "older-than");
  if ((id === undefined) === (age === undefined)) {
    throw new UsageError("give exactly one of --id or --older-than");
  }
  if (id !== undefined) return { id };
  return { olderThanMs: durationMsOf("--older-than", age ?? "") };
}

/** A purge cannot be taken back: it is spelt out, or only counted. */
function consentOf(options: Options): { readonly dryRun: boolean; readonly reason?: string } {
  if (options["dry-run"] === true) return { dryRun: true };
  if (options.yes !== true) {
    throw new UsageError("purge does nothing without --yes; --dry-run says how many it would be");
  }
  const reason = textOf(options, "reason");
  if ((reason ?? "").trim() === "") throw new UsageError("--reason is required: it is kept");
  return { dryRun: false, reason };
}
