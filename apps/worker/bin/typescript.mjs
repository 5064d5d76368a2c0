// Has Node load TypeScript as it stands: whatever a project is written in through tsx, our own sources through a hook of ours.
import { register as registerHooks } from "node:module";
import { register } from "tsx/esm/api";

/** The sources of this program and of the engine. */
const folders = [
  new URL("../src/", import.meta.url),
  new URL("./", import.meta.resolve("@sagascope/core")),
];

register();
// After tsx, so that it is asked before it.
registerHooks("./own-sources.mjs", {
  parentURL: import.meta.url,
  data: folders.map(({ href }) => href),
});
