import type { Drawing, DrawingOptions } from "../layout/draw-conversation.ts";
import { createDrawer, type DrawAnswer, type DrawRequest } from "../layout/drawer.ts";
import type { ConversationSource } from "../layout/envelope-facts.ts";

/** Draws conversations, one drawing at a time. */
export interface DrawingEngine {
  /** Ask for a drawing; one that waits while another is made gives way to it. */
  ask(source: ConversationSource, options: DrawingOptions): void;
  close(): void;
}

/** What is told of each drawing. */
export interface DrawingListener {
  readonly onDrawing: (drawing: Drawing) => void;
  readonly onError: (reason: string) => void;
}

interface Wanted {
  readonly source: ConversationSource;
  readonly options: DrawingOptions;
}

/** An engine in a worker of its own; where none can be started it draws in place. */
export function createDrawingEngine(listener: DrawingListener): DrawingEngine {
  let id = 0;
  let wanted: Wanted | undefined;
  let isBusy = false;
  let isClosed = false;
  let known: ConversationSource | undefined;
  let send: ((request: DrawRequest) => void) | undefined;

  function next() {
    if (isBusy || isClosed || !wanted || !send) return;
    const { source, options } = wanted;
    wanted = undefined;
    isBusy = true;
    const request = { id: ++id, options };
    send(source === known ? request : { ...request, source });
    known = source;
  }

  function take(answer: DrawAnswer) {
    isBusy = false;
    if (isClosed) return;
    if ("error" in answer) listener.onError(answer.error);
    else listener.onDrawing(answer.drawing);
    next();
  }

  function drawInPlace() {
    const draw = createDrawer();
    known = undefined;
    isBusy = false;
    send = (request) => take(draw(request));
    next();
  }

  const worker = startWorker((message) => {
    if (message === "ready") {
      send = (request) => worker?.postMessage(request);
      next();
    } else take(message);
  }, drawInPlace);
  if (!worker) queueMicrotask(drawInPlace);

  return {
    ask(source, options) {
      wanted = { source, options };
      next();
    },
    close() {
      isClosed = true;
      worker?.terminate();
    },
  };
}

function startWorker(
  onMessage: (message: DrawAnswer | "ready") => void,
  onFailure: () => void,
): Worker | undefined {
  if (typeof Worker === "undefined") return undefined;
  const worker = new Worker(new URL("../layout/conversation-worker.ts", import.meta.url), {
    type: "module",
  });
  worker.addEventListener("message", ({ data }) => onMessage(data));
  worker.addEventListener("error", onFailure, { once: true }); // it could not be loaded
  return worker;
}
