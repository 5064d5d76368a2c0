import type { InstanceAction } from "@sagascope/core";
import { argumentsOf, textOf, wholeNumberOf } from "../arguments.ts";
import { ACT_HELP, ACT_OPTIONS, readConsent, throwUnlessDone, waitMsOf } from "../ask-worker.ts";
import type { Command, Invocation } from "../command.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { UsageError } from "../errors.ts";
import { findByKey } from "../find-key.ts";
import { instanceReportText } from "../report-text.ts";

const CONSENT = "[--no-dry-run --yes --reason TEXT] [--if-revision N] [--wait 30s]";
const OPTIONS = { ...DOOR_OPTIONS, ...ACT_OPTIONS, "if-revision": { type: "string" } } as const;
const HELP = {
  ...DOOR_HELP,
  ...ACT_HELP,
  "if-revision": "refuse if the instance is at another revision by now",
};
/** As much as an envelope may hold. */
const JSON_BYTES_MAX = 1_048_576;

/** `sagascope instances send` */
export const instancesSend: Command = {
  summary: "Say what an event would do to an instance, or send it.",
  usage: `KEY EVENT [--payload JSON | --payload-file FILE] ${CONSENT}`,
  options: { ...OPTIONS, payload: { type: "string" }, "payload-file": { type: "string" } },
  help: {
    ...HELP,
    payload: "what the event carries, as JSON",
    "payload-file": "the same from a file, or from stdin for -",
  },
  run: async (invocation) => {
    const { KEY, EVENT: event } = argumentsOf(invocation.positionals, ["KEY", "EVENT"]);
    const payload = await readPayload(invocation);
    await act(invocation, KEY, { kind: "send", event, payload });
  },
};

/** `sagascope instances skip` */
export const instancesSkip: Command = {
  summary: "Answer the service call that an instance waits for in the service's place.",
  usage: `KEY [--call ID] [--output JSON] ${CONSENT}`,
  options: { ...OPTIONS, call: { type: "string" }, output: { type: "string" } },
  help: {
    ...HELP,
    call: "which one, where it waits for several",
    output: "what the service is taken to have answered, as JSON (null)",
  },
  run: async (invocation) => {
    const { options, positionals } = invocation;
    const { KEY } = argumentsOf(positionals, ["KEY"]);
    const output = jsonOf("--output", textOf(options, "output"));
    await act(invocation, KEY, { kind: "skip", call: textOf(options, "call"), output });
  },
};

/** `sagascope instances resume` */
export const instancesResume: Command = {
  summary: "Have an instance do again what it failed at: a call, a compensation, a timer.",
  usage: `KEY [--letter ID] [--call ID] [--revision N] ${CONSENT}`,
  options: {
    ...OPTIONS,
    letter: { type: "string" },
    call: { type: "string" },
    revision: { type: "string" },
  },
  help: {
    ...HELP,
    letter: "the dead letter it failed with, where there are several",
    call: "the call that gave up, where several did",
    revision: "go on from here instead of from right before the failure",
  },
  run: async (invocation) => {
    const { options, positionals } = invocation;
    const { KEY } = argumentsOf(positionals, ["KEY"]);
    await act(invocation, KEY, {
      kind: "resume",
      letterId: textOf(options, "letter"),
      call: textOf(options, "call"),
      revision: wholeNumberOf("--revision", textOf(options, "revision")),
    });
  },
};

/** `sagascope instances cancel` */
export const instancesCancel: Command = {
  summary: "End an instance where it stands, with its calls and timers.",
  usage: `KEY ${CONSENT}`,
  options: OPTIONS,
  help: HELP,
  run: async (invocation) => {
    const { KEY } = argumentsOf(invocation.positionals, ["KEY"]);
    await act(invocation, KEY, { kind: "cancel" });
  },
};

/** `sagascope instances rewind` */
export const instancesRewind: Command = {
  summary: "Put an instance back to how it was after an earlier step.",
  usage: `KEY REVISION ${CONSENT}`,
  options: OPTIONS,
  help: HELP,
  run: async (invocation) => {
    const { KEY, REVISION } = argumentsOf(invocation.positionals, ["KEY", "REVISION"]);
    const revision = wholeNumberOf("REVISION", REVISION) ?? 0;
    await act(invocation, KEY, { kind: "rewind", revision });
  },
};

/** `sagascope instances migrate` */
export const instancesMigrate: Command = {
  summary: "Move a running instance to another version of its chart.",
  usage: `KEY [--to VERSION] [--states OLD=NEW,…] ${CONSENT}`,
  options: { ...OPTIONS, to: { type: "string" }, states: { type: "string" } },
  help: {
    ...HELP,
    to: "the version's name (the current one)",
    states: "where states go that are not there any more",
  },
  run: async (invocation) => {
    const { options, positionals } = invocation;
    const { KEY } = argumentsOf(positionals, ["KEY"]);
    const states = mappingOf(textOf(options, "states"));
    await act(invocation, KEY, { kind: "migrate", version: textOf(options, "to"), states });
  },
};

/** Ask a worker, wait for its answer, print it, and fail unless it is what was asked for. */
async function act(invocation: Invocation, key: string, asked: InstanceAction): Promise<void> {
  const { options, output } = invocation;
  const consent = readConsent(options);
  const timeoutMs = waitMsOf(options);
  const ifRevision = wholeNumberOf("--if-revision", textOf(options, "if-revision"));
  const action = { ...asked, ...(ifRevision === undefined ? {} : { ifRevision }) };
  const report = await withDoor(invocation, async (door) => {
    const { project, machineId, subject } = await findByKey(door, key);
    return door.actOnInstance({ project, machineId, subject, action, ...consent, timeoutMs });
  });
  output.result(report, instanceReportText(report));
  throwUnlessDone(asked.kind, report);
}

async function readPayload({ options, cwd }: Invocation) {
  const file = textOf(options, "payload-file");
  const text = textOf(options, "payload");
  if (file === undefined) return jsonOf("--payload", text);
  if (text !== undefined) throw new UsageError("give --payload or --payload-file, not both");
  const { readText } = await import("../read-text.ts");
  return jsonOf("--payload-file", await readText(file, cwd, JSON_BYTES_MAX));
}

/** @throws {UsageError} if the text is not JSON */
function jsonOf(option: string, text: string | undefined) {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${option} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/**
 * `a=b,c=d` as a mapping.
 *
 * @throws {UsageError} if a part of it is none
 */
export function mappingOf(text: string | undefined): Readonly<Record<string, string>> | undefined {
  if (text === undefined) return undefined;
  const pairs = text.split(",").map((pair) => {
    const [from, to, ...rest] = pair.split("=").map((side) => side.trim());
    if (!from || !to || rest.length > 0) {
      throw new UsageError(`--states must be OLD=NEW, comma-separated, got '${pair}'`);
    }
    return [from, to] as const;
  });
  return Object.fromEntries(pairs);
}
