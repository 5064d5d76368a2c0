import { type Drawing, type DrawingOptions, drawConversation } from "./draw-conversation.ts";
import { type ConversationSource, readEnvelopes } from "./envelope-facts.ts";
import { type Causation, readCausation } from "./read-causation.ts";

/** A drawing that is wanted. */
export interface DrawRequest {
  readonly id: number;
  /** Only when it is another than the last one's. */
  readonly source?: ConversationSource;
  readonly options: DrawingOptions;
}

/** What came of it. */
export type DrawAnswer =
  | { readonly id: number; readonly drawing: Drawing }
  | { readonly id: number; readonly error: string };

/** Draws what it is asked to; it keeps the last conversation that it read, since opening a stack changes nothing of that. */
export function createDrawer(): (request: DrawRequest) => DrawAnswer {
  let causation: Causation | undefined;
  return ({ id, source, options }) => {
    try {
      if (source) causation = readCausation(readEnvelopes(source));
      if (!causation) throw new Error("no conversation was given");
      return { id, drawing: drawConversation(causation, options) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  };
}
