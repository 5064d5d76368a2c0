import { argumentsOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { CommandFailedError } from "../errors.ts";
import { fieldsText } from "../table-text.ts";

const CHART_BYTES_MAX = 4 * 1_048_576;

/** `sagascope chart check` */
export const chartCheck: Command = {
  summary: "Check a chart strictly, as a worker would when it loads it.",
  usage: "FILE",
  options: {},
  run: async ({ positionals, cwd, output }) => {
    const { InvalidChartError, parseChart, structureHashOf } = await import("@sagascope/core");
    const { chartGraph } = await import("@sagascope/core/charts");
    const { readText } = await import("../read-text.ts");
    const { FILE: file } = argumentsOf(positionals, ["FILE"]);
    const source = parseFile(file, await readText(file, cwd, CHART_BYTES_MAX));
    try {
      const chart = parseChart(source);
      const states = chartGraph(chart).states.map(({ path }) => path);
      const { id, version = "0.0.0" } = chart;
      const hash = structureHashOf(chart);
      const text = fieldsText([
        ["id", id],
        ["version", version],
        ["states", states.filter((path) => path !== "").join(", ")],
        ["hash", hash],
      ]);
      output.result({ id, version, states: states.filter((path) => path !== ""), hash }, text);
    } catch (error) {
      if (!(error instanceof InvalidChartError)) throw error;
      for (const { path, problem } of error.problems) {
        output.note(path === "" ? problem : `${path}: ${problem}`);
      }
      throw new CommandFailedError(`${file}: ${error.message}`, { cause: error });
    }
  },
};

function parseFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandFailedError(`${file}: is not JSON: ${(cause as Error).message}`, { cause });
  }
}
