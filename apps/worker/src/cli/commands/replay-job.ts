import type { JobChange, ReplayJobView } from "@sagascope/core/postgres";
import {
  argumentsOf,
  durationMsOf,
  instantOf,
  limitOf,
  numberOf,
  textOf,
  wholeNumberOf,
} from "../arguments.ts";
import { ACT_HELP, readConsent } from "../ask-worker.ts";
import type { Command, Invocation } from "../command.ts";
import type { OperatorDoor } from "../door/operator-door.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { CommandFailedError, UsageError } from "../errors.ts";
import { itemsText, jobsText, jobText, selectionText } from "../replay-job-text.ts";

const LIST_LIMIT = 50;
const ITEMS_LIMIT = 100;
const LOOK_MS = 500;

/** `sagascope replay-job preview` */
export const replayJobPreview: Command = {
  summary:
    "Freeze the open dead letters that a filter finds, and say what they are. Nothing moves.",
  usage:
    "[--machine ID] [--reason-code R] [--cause FINGERPRINT] [--type T] [--subject PART] [--id ID,ID] [--captured-from T] [--captured-before T] [--project P]",
  options: {
    ...DOOR_OPTIONS,
    ...Object.fromEntries(
      "project machine reason-code cause type subject id captured-from captured-before"
        .split(" ")
        .map((name) => [name, { type: "string" as const }]),
    ),
  },
  help: {
    ...DOOR_HELP,
    machine: "given up by this machine",
    "reason-code": "for this reason, such as max_attempts",
    cause: "of this cause, as dlq groups tells it",
    type: "of this event type",
    subject: "with this in their subject",
    id: "these, and no others",
    "captured-from": "captured at this time or later, such as 2026-11-30T06:00:00Z",
    "captured-before": "captured before this time",
    project: "of this project, where several have letters",
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const filter = {
      consumer: textOf(options, "machine"),
      reason: textOf(options, "reason-code"),
      cause: textOf(options, "cause"),
      eventType: textOf(options, "type"),
      subject: textOf(options, "subject"),
      ids: textOf(options, "id")?.split(","),
      capturedFrom: instantOf("--captured-from", textOf(options, "captured-from")),
      capturedBefore: instantOf("--captured-before", textOf(options, "captured-before")),
    };
    const project = textOf(options, "project");
    const selection = await withDoor(invocation, (door) => door.preview(project, filter));
    output.result(selection, selectionText(selection));
  },
};

/** `sagascope replay-job start` */
export const replayJobStart: Command = {
  summary: "Rehearse a frozen selection of dead letters, or replay it.",
  usage:
    "SELECTION --hash HASH [--no-dry-run --yes --reason TEXT] [--canary 5] [--rate N] [--parallel 32] [--pause-at 20] [--force] [--wait 10m]",
  options: {
    ...DOOR_OPTIONS,
    hash: { type: "string" },
    "no-dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    reason: { type: "string" },
    canary: { type: "string" },
    rate: { type: "string" },
    parallel: { type: "string" },
    "pause-at": { type: "string" },
    force: { type: "boolean" },
    wait: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    ...ACT_HELP,
    hash: "of the preview: what is replayed is what was seen",
    canary: "so many first, the rest only if none of them fails; 0 for none",
    rate: "letters a second at most",
    parallel: "letters under way at once, never two of one subject",
    "pause-at": "pause by itself once more than this percentage fails",
    force: "go on although the chart changed or only the redacted form is left",
    wait: "how long to wait for its end; without this, do not wait",
  },
  run: async (invocation) => {
    const { options, positionals } = invocation;
    const { SELECTION: selectionId } = argumentsOf(positionals, ["SELECTION"]);
    const hash = textOf(options, "hash");
    if (hash === undefined) throw new UsageError("--hash is missing: replay-job preview tells it");
    const percent = numberOf("--pause-at", textOf(options, "pause-at"), 0);
    const canary = numberOf("--canary", textOf(options, "canary"), 0);
    const request = {
      selectionId,
      hash,
      ...readConsent(options),
      force: options.force === true,
      ...(canary === undefined ? {} : { canary }),
      ratePerSecond: numberOf("--rate", textOf(options, "rate"), 0.01),
      parallel: wholeNumberOf("--parallel", textOf(options, "parallel")),
      ...(percent === undefined ? {} : { pauseShare: percent / 100 }),
    };
    const wait = textOf(options, "wait");
    const waitMs = wait === undefined ? 0 : durationMsOf("--wait", wait);
    const job = await withDoor(invocation, async (door) =>
      followed(door, invocation, await door.startJob(request), waitMs),
    );
    show(invocation, job);
    if (wait !== undefined) throwUnlessThrough(job);
  },
};

/** `sagascope replay-job pause`, `resume`, `cancel` */
export const replayJobPause = changeCommand(
  "pause",
  "Stop handing letters out; what workers have in hand ends.",
);
export const replayJobResume = changeCommand(
  "resume",
  "Let a paused job go on; failures are counted anew.",
);
export const replayJobCancel = changeCommand(
  "cancel",
  "End a job for good; what is left stays open.",
);

/** `sagascope replay-job show` */
export const replayJobShow: Command = {
  summary: "Show how far a job has come, and the letters that did not come through.",
  usage: "JOB [--all] [--limit N]",
  options: { ...DOOR_OPTIONS, all: { type: "boolean" }, limit: { type: "string" } },
  help: { ...DOOR_HELP, all: "list all of its letters" },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    const { JOB: id } = argumentsOf(positionals, ["JOB"]);
    const limit = limitOf(options, ITEMS_LIMIT);
    const [job, letters] = await withDoor(invocation, async (door) => {
      const found = await door.findJob(id);
      if (found === undefined) throw new UsageError(`no replay job with id '${id}'`);
      return [found, await door.listItems(id, options.all === true, limit)] as const;
    });
    output.result({ ...job, items: letters }, `${jobText(job)}\n${itemsText(letters)}`);
  },
};

/** `sagascope replay-job list` */
export const replayJobList: Command = {
  summary: "List bulk replays, the newest first.",
  usage: "[--limit N]",
  options: { ...DOOR_OPTIONS, limit: { type: "string" } },
  help: DOOR_HELP,
  run: async (invocation) => {
    argumentsOf(invocation.positionals, []);
    const limit = limitOf(invocation.options, LIST_LIMIT);
    const jobs = await withDoor(invocation, (door) => door.listJobs(limit));
    invocation.output.result({ count: jobs.length, jobs }, jobsText(jobs));
  },
};

function changeCommand(change: JobChange, summary: string): Command {
  return {
    summary,
    usage: "JOB --reason TEXT",
    options: { ...DOOR_OPTIONS, reason: { type: "string" } },
    help: { ...DOOR_HELP, reason: "why; kept in the audit" },
    run: async (invocation) => {
      const { JOB: id } = argumentsOf(invocation.positionals, ["JOB"]);
      const reason = textOf(invocation.options, "reason");
      const job = await withDoor(invocation, (door) => door.changeJob(id, change, reason));
      show(invocation, job);
    },
  };
}

function show({ output }: Invocation, job: ReplayJobView): void {
  output.result(job, jobText(job));
}

/** The job as it stands when it ends, pauses, or the time is up. */
async function followed(
  door: OperatorDoor,
  { signal }: Invocation,
  started: ReplayJobView,
  waitMs: number,
): Promise<ReplayJobView> {
  const deadline = performance.now() + waitMs;
  let job = started;
  while (isMoving(job) && performance.now() < deadline && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    job = (await door.findJob(job.id)) ?? job;
  }
  return job;
}

function isMoving({ state, open }: ReplayJobView): boolean {
  return state === "running" || open > 0;
}

/** @throws {CommandFailedError} unless every letter of it came through */
function throwUnlessThrough(job: ReplayJobView): void {
  const { state, why, letters, succeeded, skipped } = job;
  if (state === "done" && succeeded + skipped === letters) return;
  const reason = why === null || state === "done" ? "" : ` (${why})`;
  throw new CommandFailedError(
    `replay job ${job.id} is ${state}${reason}: ${succeeded} of ${letters} came through`,
  );
}
