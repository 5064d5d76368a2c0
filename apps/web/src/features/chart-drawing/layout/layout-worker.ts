import { type FromWorker, serveLayouts, type ToWorker } from "./layout-messages.ts";

serveLayouts({
  post: (message: FromWorker) => self.postMessage(message),
  listen: (on) => self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => on(data)),
});
