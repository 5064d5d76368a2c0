import type { Chart } from "./chart.ts";
import { type ChartProblems, collectProblems, shown } from "./chart-problems.ts";
import { checkJson } from "./check-json.ts";
import { checkStates } from "./check-states.ts";
import { parseStateBody, STATE_KEYS } from "./parse-state.ts";
import {
  compact,
  isRecord,
  type Place,
  parseName,
  parseObject,
  parseText,
  refuseUnknownKeys,
} from "./parse-values.ts";

/** Switches of XState v4 and of editors that change nothing here; read past, not kept. */
const IGNORED_KEYS = ["$schema", "predictableActionArguments", "preserveActionOrder", "strict"];
const ROOT_KEYS = new Set([...STATE_KEYS, "version", "context", ...IGNORED_KEYS]);

/**
 * Parse a chart from untrusted JSON, strictly: what XState would ignore in silence (unknown keys, `cond`, targets that
 * lead nowhere, a malformed `meta.publish`) is an error with its place, or is normalised when it is an older spelling.
 * Idempotent: `parseChart(parseChart(x))` equals `parseChart(x)`.
 *
 * @throws {InvalidChartError} if anything is wrong; it lists every problem found
 */
export function parseChart(json: unknown): Chart {
  const problems = collectProblems();
  const isSafe = checkJson(json, problems);
  if (isSafe && !isRecord(json)) problems.add("", `must be a JSON object, got ${shown(json)}`);
  problems.throwIfAny(undefined);
  const chart = parseRoot(json as Record<string, unknown>, problems);
  problems.throwIfAny(chart.id);
  checkStates(chart, problems);
  problems.throwIfAny(chart.id);
  return chart;
}

function parseRoot(json: Record<string, unknown>, problems: ChartProblems): Chart {
  const place: Place = { path: "", problems };
  refuseUnknownKeys(json, ROOT_KEYS, place);
  const id = parseName(json.id, { path: "id", problems }) ?? "";
  const version = parseText(json.version, { path: "version", problems });
  const context = parseObject(json.context, { path: "context", problems }) ?? {};
  const body = parseStateBody({ ...json, id: undefined }, id, place);
  return compact({ id, version, context, ...body });
}
