import { setMaxListeners } from "node:events";

/** Ends all calls under way at once: any number of them may listen to it, without Node taking that for a leak. */
export function createGiveUp(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
