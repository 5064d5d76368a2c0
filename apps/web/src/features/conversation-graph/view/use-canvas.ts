"use client";

import type { KeyboardEvent, RefObject } from "react";
import type { Box } from "../../../lib/geometry.ts";
import type { Drawing } from "../layout/draw-conversation.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";
import { useRoving } from "./use-roving.ts";
import { useView } from "./use-view.ts";

/** What each of the three views is given. */
export interface CanvasProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly drawing: Drawing;
  readonly zoom: number;
  readonly path: ReadonlySet<string>;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onUnfold: (group: string) => void;
  /** Show or hide what follows an item. */
  readonly onToggle: (item: GraphItem) => void;
}

/** How an item stands among the others of its view, and what it answers with. */
export interface ItemProps extends Pick<CanvasProps, "onSelect" | "onUnfold" | "onToggle"> {
  readonly onPath: boolean;
  readonly isSelected: boolean;
  readonly inTabOrder: boolean;
  readonly onFocus: (id: string) => void;
}

/** What the three views have in common: what is in sight, what is kept beside that, and how an item stands. */
interface Canvas {
  readonly view: Box | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Whether an item is in the document wherever the view is: somebody has it in hand. */
  readonly isHeld: (item: GraphItem) => boolean;
  readonly itemProps: (item: GraphItem) => ItemProps;
}

/** `zoom` is that of the drawing's own pixels, 1 where it grows in another way. */
export function useCanvas(props: CanvasProps, zoom: number): Canvas {
  const { scroller, drawing, path, selected, onSelect, onUnfold, onToggle } = props;
  const view = useView(scroller, zoom);
  const { inTabOrder, onFocus, onKeyDown } = useRoving(scroller, drawing, selected);
  return {
    view,
    onKeyDown,
    isHeld: ({ id }) => id === inTabOrder || id === selected,
    itemProps: ({ id }) => ({
      ...{ onPath: path.has(id), isSelected: id === selected, inTabOrder: id === inTabOrder },
      ...{ onFocus, onSelect, onUnfold, onToggle },
    }),
  };
}
