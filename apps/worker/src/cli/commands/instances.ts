import type { InstanceSummary } from "@sagascope/core/postgres";
import { argumentsOf, limitOf, oneOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import type { ShownInstance } from "../door/engine-door.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { NotFoundError } from "../errors.ts";
import { findByKey } from "../find-key.ts";
import { fieldsText, tableText, timeText } from "../table-text.ts";

const LIST_LIMIT = 50;
const PHASES = [
  "running",
  "compensating",
  "completed",
  "compensated",
  "failed",
  "cancelled",
] as const;

/** `sagascope instances show` */
export const instancesShow: Command = {
  summary: "Show where one instance stands; secrets in its context are masked.",
  usage: "KEY | MACHINE SUBJECT",
  options: DOOR_OPTIONS,
  help: DOOR_HELP,
  run: async (invocation) => {
    const { positionals } = invocation;
    const found = await withDoor(invocation, async (door) => {
      const { machineId, subject } =
        positionals.length === 1
          ? await findByKey(door, positionals[0] ?? "")
          : namesOf(argumentsOf(positionals, ["MACHINE", "SUBJECT"]));
      const instance = await door.findInstance(machineId, subject);
      if (instance !== undefined) return instance;
      throw new NotFoundError(`machine '${machineId}' has no instance '${subject}'`);
    });
    const shown = toShown(found);
    invocation.output.result(shown, instanceText(shown));
  },
};

/** `sagascope instances list` */
export const instancesList: Command = {
  summary: "List instances, those started last first.",
  usage: "[--machine ID] [--phase PHASE] [--limit N]",
  options: {
    ...DOOR_OPTIONS,
    machine: { type: "string" },
    phase: { type: "string" },
    limit: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    machine: "of this machine only",
    phase: PHASES.join(", "),
    limit: `how many at most (${LIST_LIMIT})`,
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const phase = textOf(options, "phase");
    const filter = {
      machineId: textOf(options, "machine"),
      phase: phase === undefined ? undefined : oneOf("--phase", phase, PHASES),
      limit: limitOf(options, LIST_LIMIT),
    };
    const found = await withDoor(invocation, (door) => door.listInstances(filter));
    const instances = found.map(toSummary);
    output.result({ count: instances.length, instances }, listText(found));
  },
};

function namesOf({ MACHINE, SUBJECT }: Readonly<Record<"MACHINE" | "SUBJECT", string>>) {
  return { machineId: MACHINE, subject: SUBJECT };
}

/** The state as scripts want it: its path, or all of them where several are active at once. */
export function stateOf(states: readonly string[]): string | readonly string[] {
  const [only, ...others] = states;
  return only !== undefined && others.length === 0 ? only : states;
}

function toSummary(instance: InstanceSummary) {
  const { machineId, subject, status, phase, revision, startedAt, updatedAt } = instance;
  const state = stateOf(instance.states);
  return { machine: machineId, subject, state, status, phase, revision, startedAt, updatedAt };
}

function toShown(instance: ShownInstance) {
  return {
    machine: instance.machineId,
    subject: instance.subject,
    state: stateOf(instance.states),
    status: instance.status,
    revision: instance.revision,
    context: instance.context,
    phase: instance.phase,
    correlationId: instance.correlationId,
    startedAt: instance.startedAt,
    updatedAt: instance.updatedAt,
    finishedAt: instance.finishedAt,
  };
}

function instanceText(shown: ReturnType<typeof toShown>): string {
  const fields = fieldsText([
    ["machine", shown.machine],
    ["subject", shown.subject],
    ["state", [shown.state].flat().join(", ")],
    ["status", shown.status],
    ["phase", shown.phase],
    ["revision", String(shown.revision)],
    ["conversation", shown.correlationId],
    ["started", timeText(shown.startedAt)],
    ["updated", timeText(shown.updatedAt)],
    ["finished", timeText(shown.finishedAt)],
  ]);
  return `${fields}\ncontext ${JSON.stringify(shown.context, undefined, 2)}`;
}

function listText(instances: readonly InstanceSummary[]): string {
  return tableText(
    ["MACHINE", "SUBJECT", "STATE", "STATUS", "PHASE", "REVISION", "STARTED"],
    instances.map((instance) => [
      instance.machineId,
      instance.subject,
      instance.states.join(", "),
      instance.status,
      instance.phase,
      String(instance.revision),
      timeText(instance.startedAt),
    ]),
    "no instances",
  );
}
