"use client";

import { useEffect, useRef, useState } from "react";
import type { Drawing, DrawingOptions } from "../layout/draw-conversation.ts";
import type { ConversationSource } from "../layout/envelope-facts.ts";
import { createDrawingEngine, type DrawingEngine } from "./drawing-engine.ts";

/** Where a drawing stands; while a next one is made, the last one is shown. */
export interface DrawingState {
  readonly drawing: Drawing | undefined;
  readonly error: string | undefined;
}

/** Draws a conversation beside the page, anew when something changes. @param options - made anew only when they differ */
export function useDrawing(source: ConversationSource, options: DrawingOptions): DrawingState {
  const [state, setState] = useState<DrawingState>({ drawing: undefined, error: undefined });
  const engine = useRef<DrawingEngine>(undefined);
  useEffect(() => {
    const made = createDrawingEngine({
      onDrawing: (drawing) => setState({ drawing, error: undefined }),
      onError: (error) => setState((last) => ({ ...last, error })),
    });
    engine.current = made;
    return made.close;
  }, []);
  useEffect(() => engine.current?.ask(source, options), [source, options]);
  return state;
}
