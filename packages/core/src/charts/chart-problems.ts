import { type ChartProblem, InvalidChartError } from "./errors.ts";

const PROBLEMS_MAX = 100;

/** Collects what is wrong with one chart, so that its author sees everything at once. */
export interface ChartProblems {
  add(path: string, problem: string): void;
  /** @throws {InvalidChartError} if anything was added */
  throwIfAny(chartId: string | undefined): void;
}

/** An empty list. It keeps the first 100 problems, so that a hostile chart cannot fill the memory with them. */
export function collectProblems(): ChartProblems {
  const problems: ChartProblem[] = [];
  return {
    add(path, problem) {
      if (problems.length < PROBLEMS_MAX) problems.push({ path, problem });
    },
    throwIfAny(chartId) {
      if (problems.length > 0) throw new InvalidChartError(chartId, problems);
    },
  };
}

/** `a.b` where the key reads well, `a["odd key"]` where it does not. */
export function joinPath(path: string, key: string): string {
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** A value as an error message shows it: short, on one line. */
export function shown(value: unknown): string {
  if (typeof value === "string") return `'${value.length > 60 ? `${value.slice(0, 60)}…` : value}'`;
  if (Array.isArray(value)) return "an array";
  if (value !== null && typeof value === "object") return "an object";
  return String(value);
}
