import { SagascopeError } from "../kernel/errors.ts";

/** One thing wrong with a chart, and where. */
export interface ChartProblem {
  /** Place in the chart in its normal form, for example `states.pay.on.PAID[0].target`; empty for the chart itself. */
  readonly path: string;
  readonly problem: string;
}

const PROBLEMS_SHOWN_MAX = 10;

/** A chart, or the logic given for it, was refused. Nothing of it was loaded. */
export class InvalidChartError extends SagascopeError {
  readonly code = "INVALID_CHART";
  readonly fault = "caller";
  /** Place of the first problem. */
  readonly path: string;
  /** Everything that is wrong, in document order. */
  readonly problems: readonly ChartProblem[];

  constructor(chartId: string | undefined, problems: readonly ChartProblem[]) {
    super(describe(chartId, problems));
    this.path = problems[0]?.path ?? "";
    this.problems = problems;
  }
}

function describe(chartId: string | undefined, problems: readonly ChartProblem[]): string {
  const shown = problems
    .slice(0, PROBLEMS_SHOWN_MAX)
    .map(({ path, problem }) => (path === "" ? problem : `${path}: ${problem}`));
  const hidden = problems.length - shown.length;
  const rest = hidden > 0 ? `; and ${hidden} more` : "";
  return `chart${chartId === undefined ? "" : ` '${chartId}'`} is invalid: ${shown.join("; ")}${rest}`;
}
