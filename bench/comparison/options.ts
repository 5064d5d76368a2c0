import { parseArgs } from "node:util";
import { FIGURES, type Figure } from "../contenders/contender.ts";
import type { Task } from "./measurement.ts";

/** What the command line asks for. */
export interface ComparisonOptions {
  readonly rounds: number;
  readonly tasks: readonly Task[];
  /** Contenders whose names begin with one of these; everyone when there is none. */
  readonly only: readonly string[];
  /** Names the file of results. */
  readonly what: string;
}

const OPTIONS = {
  rounds: { type: "string", default: "4" },
  figures: { type: "string", default: FIGURES.join(",") },
  only: { type: "string", default: "" },
  messages: { type: "string", default: "20000" },
  idle: { type: "string", default: "200" },
  workflows: { type: "string", default: "2000" },
  "at-once": { type: "string", default: "50" },
  alone: { type: "string", default: "40" },
  transitions: { type: "string", default: "20000" },
  what: { type: "string", default: "peers" },
} as const;

const COUNTS = {
  drain: "messages",
  idle: "idle",
  workflows: "workflows",
  alone: "alone",
  transitions: "transitions",
} as const satisfies Record<Figure, keyof typeof OPTIONS>;

/**
 * Read the command line. A count may be a list, each a task of its own: `--messages 20000,100000`.
 *
 * @throws {Error} naming the option, if it is unknown or not a count
 */
export function parseOptions(args: readonly string[]): ComparisonOptions {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const asked = listOf(values.figures);
  const unknown = asked.find((figure) => !(FIGURES as readonly string[]).includes(figure));
  if (unknown !== undefined) {
    throw new Error(`--figures must be among ${FIGURES.join(", ")}, got '${unknown}'`);
  }
  const countsOf = (name: keyof typeof OPTIONS) =>
    listOf(values[name]).map((text) => countOf(name, text));
  const atOnce = countOf("at-once", values["at-once"]);
  return {
    rounds: countOf("rounds", values.rounds),
    tasks: FIGURES.filter((figure) => asked.includes(figure)).flatMap((figure) =>
      countsOf(COUNTS[figure]).map((count) => ({ figure, count, atOnce })),
    ),
    only: listOf(values.only),
    what: values.what,
  };
}

function listOf(text: string): readonly string[] {
  return text.split(",").filter((part) => part !== "");
}

function countOf(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--${name} must be an integer of at least 1, got '${text}'`);
}
