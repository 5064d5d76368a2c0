import type { InstanceSummary, InstanceView } from "@sagascope/core/postgres";
import { argumentsOf, limitOf, oneOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { NotFoundError } from "../errors.ts";
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
  usage: "MACHINE SUBJECT",
  options: {},
  run: async (invocation) => {
    const { redact } = await import("@sagascope/core");
    const { findInstance } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { MACHINE, SUBJECT } = argumentsOf(invocation.positionals, ["MACHINE", "SUBJECT"]);
    const found = await withDatabase(invocation, (sql) => findInstance(sql, MACHINE, SUBJECT));
    if (found === undefined) {
      throw new NotFoundError(`machine '${MACHINE}' has no instance '${SUBJECT}'`);
    }
    const shown = toShown(found, redact(found.context).value);
    invocation.output.result(shown, instanceText(shown));
  },
};

/** `sagascope instances list` */
export const instancesList: Command = {
  summary: "List instances, those started last first.",
  usage: "[--machine ID] [--phase PHASE] [--limit N]",
  options: {
    machine: { type: "string" },
    phase: { type: "string" },
    limit: { type: "string" },
  },
  help: {
    machine: "of this machine only",
    phase: PHASES.join(", "),
    limit: `how many at most (${LIST_LIMIT})`,
  },
  run: async (invocation) => {
    const { listInstances } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const phase = textOf(options, "phase");
    const filter = {
      machineId: textOf(options, "machine"),
      phase: phase === undefined ? undefined : oneOf("--phase", phase, PHASES),
      limit: limitOf(options, LIST_LIMIT),
    };
    const found = await withDatabase(invocation, (sql) => listInstances(sql, filter));
    const instances = found.map(toSummary);
    output.result({ count: instances.length, instances }, listText(found));
  },
};

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

type Context = ReturnType<typeof import("@sagascope/core").redact>["value"];

function toShown(instance: InstanceView, context: Context) {
  return {
    machine: instance.machineId,
    subject: instance.subject,
    state: stateOf(instance.states),
    status: instance.status,
    revision: instance.revision,
    context,
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
