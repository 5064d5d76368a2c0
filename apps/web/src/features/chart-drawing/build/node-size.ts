import type { GraphState } from "@sagascope/core/charts";
import { textWidth } from "../../../lib/text-width.ts";

/** Height of a line of an arrow's label. */
export const LABEL_LINE = 14;

/** Where the words of a node begin, after its glyph. */
export const TEXT_LEFT = 29;

const NAME_PX = 13;
const MONO_PX = 11;
const LABEL_PX = 11;
const RIGHT = 10;
const COUNT_CHIP = 34;
const WIDTH_MIN = 112;
const WIDTH_MAX = 260;
const FINAL_WIDTH_MIN = 86;
const FINAL_RIGHT = 16;
const INVOKE_LINE = 16;
const INVOKES_SHOWN = 2;

/** The room that a state's name, services and one line of fact need. Containers get theirs from what is inside. */
export function nodeSize(state: Pick<GraphState, "kind" | "name" | "invokes" | "afters">): {
  readonly width: number;
  readonly height: number;
} {
  if (state.kind === "history") return { width: 26, height: 26 };
  const name = textWidth(state.name, "name", NAME_PX);
  if (state.kind === "final") {
    return { width: even(Math.max(FINAL_WIDTH_MIN, TEXT_LEFT + name + FINAL_RIGHT)), height: 40 };
  }
  const services = state.invokes.map((invoke) => textWidth(invoke.src, "mono", MONO_PX));
  const text = Math.max(name + COUNT_CHIP, ...services);
  const width = even(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, TEXT_LEFT + text + RIGHT)));
  const lines = Math.min(INVOKES_SHOWN, state.invokes.length);
  const pill = state.afters.length > 0;
  return {
    width,
    height: lines === 0 ? (pill ? 48 : 44) : 48 + lines * INVOKE_LINE + (pill ? 8 : 0),
  };
}

/** The width of one line of an arrow's label. */
export function labelWidth(line: string): number {
  return Math.ceil(textWidth(line, "label", LABEL_PX)) + 2;
}

function even(value: number): number {
  return Math.ceil(value / 2) * 2;
}
