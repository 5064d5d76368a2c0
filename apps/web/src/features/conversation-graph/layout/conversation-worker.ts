// Draws conversations beside the page, so that ten thousand envelopes never hold up a click.
import { createDrawer, type DrawRequest } from "./drawer.ts";

const draw = createDrawer();

self.addEventListener("message", ({ data }: MessageEvent<DrawRequest>) => {
  self.postMessage(draw(data));
});
self.postMessage("ready");
