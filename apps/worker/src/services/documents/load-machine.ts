import { type Chart, InvalidChartError, parseChart } from "@sagascope/core";
import { UsageError } from "../../cli/errors.ts";
import { readText } from "../../cli/read-text.ts";

const CHART_BYTES_MAX = 4 * 1_048_576;

/**
 * The chart in a file. No logic is asked for: what a chart publishes and consumes stands in itself.
 *
 * @throws {UsageError} if it cannot be read or is no machine
 */
export async function loadMachine(file: string, cwd: string): Promise<Chart> {
  const source = parse(file, await read(file, cwd));
  if (typeof source !== "object" || source === null || Array.isArray(source)) {
    throw new UsageError(
      `cannot load machine '${file}': it is not a machine, but ${kindOf(source)}`,
    );
  }
  try {
    return parseChart(source);
  } catch (error) {
    if (!(error instanceof InvalidChartError)) throw error;
    throw new UsageError(`cannot load machine '${file}': ${error.message}`, { cause: error });
  }
}

async function read(file: string, cwd: string): Promise<string> {
  try {
    return await readText(file, cwd, CHART_BYTES_MAX);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`cannot load machine: ${error.message}`, { cause: error });
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`cannot load machine '${file}': it is not JSON`, { cause });
  }
}

function kindOf(source: unknown): string {
  if (source === null) return "null";
  return Array.isArray(source) ? "a list" : `a ${typeof source}`;
}
