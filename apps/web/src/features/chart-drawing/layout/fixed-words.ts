import type { Box } from "../../../lib/geometry.ts";
import { textWidth } from "../../../lib/text-width.ts";
import type { DrawingNode } from "../build/drawing.ts";
import type { ChartLayout, PlacedNode } from "./chart-layout.ts";

/** Words that a drawing has besides labels, with the room that is kept for them. */
export interface FixedWords {
  readonly name: string;
  readonly box: Box;
}

/** From a container's side to its title. */
export const TITLE_LEFT = 14;
const TITLE_TOP = 10;
const TITLE_PX = 11;
const REGION_TITLE_TOP = 6;
const REGION_TITLE_PX = 10;
const TITLE_HEIGHT = 16;
const FACT_PX = 10;
/** A glyph before a title, and the gap after it; also the gap before the facts. */
const TITLE_GLYPH = 18;
const TITLE_GAP = 6;
/** Visits are told after a title; nobody counts a hundred of them in a drawing. */
const VISITS_WIDEST = "99×";

const PILL_HEIGHT = 18;
/** How far a pill hangs out of its state. */
const PILL_BELOW = 9;
const PILL_WIDTH = Math.ceil(textWidth("59 min 59 s", "name", 11)) + 32;
const PILL_RIGHT = 8;
const PILL_RIGHT_IN_CONTAINER = 14;
/** A state narrower than this has its pill in the middle. */
const PILL_CENTRED_UNDER = 100;

const NOTE_PX = 11;
const NOTE_HEIGHT = 14;

/** The titles of containers, the pills of timers and the notes: no label lies on them, and no arrow runs through titles and notes. */
export function fixedWords({ nodes, notes }: Pick<ChartLayout, "nodes" | "notes">): {
  readonly titles: readonly FixedWords[];
  readonly pills: readonly FixedWords[];
  readonly notes: readonly FixedWords[];
} {
  return {
    titles: nodes
      .filter((node) => node.isContainer)
      .map((node) => ({ name: `title of ${node.path}`, box: titleBox(node) })),
    pills: nodes
      .filter((node) => node.hasTimer)
      .map((node) => ({ name: `pill of ${node.path}`, box: pillBox(node) })),
    notes: notes.map((note) => ({ name: `note ${note.text}`, box: noteBox(note) })),
  };
}

/** The width of a container's name and facts, with room for a glyph and visits that an instance may bring. */
export function titleWidth(node: TitledNode): number {
  const name =
    TITLE_GLYPH + textWidth(node.name, "name", node.isRegion ? REGION_TITLE_PX : TITLE_PX);
  const facts = [
    node.kind === "parallel" ? `${node.children.length} regions` : undefined,
    VISITS_WIDEST,
    ...node.invokes.map(({ src }) => src),
  ].filter((fact) => fact !== undefined);
  const after = node.isRegion ? 0 : TITLE_GAP + textWidth(facts.join(", "), "label", FACT_PX);
  return name + after;
}

type TitledNode = Pick<DrawingNode, "name" | "kind" | "children" | "invokes" | "isRegion">;

function titleBox(node: PlacedNode): Box {
  const { x, y, width } = node.box;
  return {
    x: x + TITLE_LEFT,
    y: y + (node.isRegion ? REGION_TITLE_TOP : TITLE_TOP),
    width: Math.min(titleWidth(node), width - 2 * TITLE_LEFT),
    height: TITLE_HEIGHT,
  };
}

function pillBox({ box, isContainer }: PlacedNode): Box {
  const right = isContainer ? PILL_RIGHT_IN_CONTAINER : PILL_RIGHT;
  const x =
    !isContainer && box.width < PILL_CENTRED_UNDER
      ? box.x + (box.width - PILL_WIDTH) / 2
      : box.x + box.width - right - PILL_WIDTH;
  const y = box.y + box.height + PILL_BELOW - PILL_HEIGHT;
  return { x, y, width: PILL_WIDTH, height: PILL_HEIGHT };
}

function noteBox({ text, at }: ChartLayout["notes"][number]): Box {
  const width = textWidth(text, "label", NOTE_PX);
  return { x: at.x - width / 2, y: at.y - NOTE_HEIGHT / 2, width, height: NOTE_HEIGHT };
}
