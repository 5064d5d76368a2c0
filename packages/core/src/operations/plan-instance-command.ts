import { parseChart } from "../charts/parse-chart.ts";
import type { MachineLookup } from "../dispatcher/machine-runtime.ts";
import type { InstanceKey } from "../engine/engine-store.ts";
import type { ChartRecord, CommandRecord } from "../engine/records.ts";
import { isJsonObject, type JsonObject } from "../kernel/json.ts";
import { OperationRefusedError } from "./errors.ts";
import {
  type InstanceAction,
  type InstanceActionKind,
  type MigrateAction,
  parseInstanceAction,
} from "./instance-action.ts";
import { emptyInstanceReport } from "./instance-report.ts";
import type { OperationDependencies } from "./operation-dependencies.ts";
import { planCancel } from "./plan-cancel.ts";
import { type Migration, planMigrate } from "./plan-migrate.ts";
import { planResume } from "./plan-resume.ts";
import { type EarlierStep, planRewind } from "./plan-rewind.ts";
import { planSend } from "./plan-send.ts";
import { planSkip } from "./plan-skip.ts";
import { resumeTarget } from "./resume-target.ts";
import { type InstancePlan, refusedPlan, type Situation } from "./situation.ts";

/**
 * Read what a request about an instance needs, and plan it. Nothing is written.
 *
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function planInstanceCommand(
  deps: OperationDependencies,
  command: CommandRecord,
  kind: InstanceActionKind,
): Promise<InstancePlan> {
  const { machineId = "", subject = "" } = command.target;
  const key: InstanceKey = { machineId, subject };
  const action = actionOf(command, kind);
  if (typeof action === "string") return refuse(deps, command, kind, action);
  const instance = (await deps.lanes.load([key], [])).instance(key);
  if (instance === undefined) {
    return refuse(deps, command, kind, `machine '${machineId}' has no instance '${subject}'`);
  }
  // After the instance, so that a step in between is found out when the plan is committed.
  const work = await deps.commands.findWork(key);
  await deps.prepareCharts([instance.chartId]);
  const lookup = deps.env.machines.version(machineId, instance.chartId);
  const situation = { env: deps.env, command, instance, lookup, work };
  // A second execution of a request whose call is under way has nothing to add.
  if (
    work.calls.some(({ commandId, status }) => commandId === command.id && status === "pending")
  ) {
    const report = emptyInstanceReport(command, kind, deps.env.clock.now());
    return { report, commit: undefined, isUnderWay: true };
  }
  return planAction(deps, situation, action);
}

async function planAction(
  deps: OperationDependencies,
  situation: Omit<Situation, "action">,
  action: InstanceAction,
): Promise<InstancePlan> {
  switch (action.kind) {
    case "send":
      return planSend({ ...situation, action });
    case "skip":
      return planSkip({ ...situation, action });
    case "cancel":
      return planCancel({ ...situation, action });
    case "rewind":
      return planRewind({ ...situation, action }, await loadStep(deps, situation, action.revision));
    case "resume": {
      const resume = { ...situation, action };
      const target = resumeTarget(resume);
      const isReturn = target.kind === "revision";
      const step = isReturn ? await loadStep(deps, situation, target.revision) : undefined;
      return planResume(resume, target, step);
    }
    case "migrate":
      return planMigrate(
        { ...situation, action },
        await loadMigration(deps, situation.instance, action),
      );
  }
}

/** @returns the action, or what is wrong with it */
function actionOf(command: CommandRecord, kind: InstanceActionKind): InstanceAction | string {
  try {
    return parseInstanceAction(kind, command.parameters);
  } catch (error) {
    if (error instanceof OperationRefusedError) return error.message;
    throw error;
  }
}

function refuse(
  { env }: OperationDependencies,
  command: CommandRecord,
  kind: InstanceActionKind,
  why: string,
): InstancePlan {
  const report = emptyInstanceReport(command, kind, env.clock.now());
  return refusedPlan(command, { ...report, refusals: [why] });
}

async function loadStep(
  { commands, env, prepareCharts }: OperationDependencies,
  { instance }: Pick<Situation, "instance">,
  wanted: number,
): Promise<EarlierStep> {
  const revision = await commands.findRevision(instance, wanted);
  if (revision === undefined) {
    return {
      revision,
      calls: [],
      lookup: { kind: "missing", why: `revision ${wanted} is not kept` },
    };
  }
  await prepareCharts([revision.chartId]);
  const lookup = env.machines.version(instance.machineId, revision.chartId);
  const refs = refsOf(revision.snapshot as JsonObject);
  return { revision, lookup, calls: await commands.findCalls(instance, refs, wanted) };
}

function refsOf({ children }: JsonObject): readonly string[] {
  return isJsonObject(children) ? Object.keys(children) : [];
}

async function loadMigration(
  deps: OperationDependencies,
  { machineId, chartId }: Situation["instance"],
  { version }: MigrateAction,
): Promise<Migration> {
  const record = await deps.charts.findChart(chartId);
  const own = record === undefined ? undefined : { record, chart: parseChart(record.chart) };
  if (version === undefined) return { own, target: deps.env.machines.current(machineId) };
  const wanted = await deps.charts.findVersion(machineId, version);
  return { own, target: await lookUp(deps, machineId, version, wanted) };
}

async function lookUp(
  { env, prepareCharts }: OperationDependencies,
  machineId: string,
  version: string,
  record: ChartRecord | undefined,
): Promise<MachineLookup> {
  if (record === undefined) {
    const why = `machine '${machineId}' has no version '${version}': only registered ones can be moved to`;
    return { kind: "missing", why };
  }
  await prepareCharts([record.id]);
  return env.machines.version(machineId, record.id);
}
