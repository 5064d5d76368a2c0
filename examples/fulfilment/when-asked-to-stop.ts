import { fstatSync } from "node:fs";

/**
 * Calls `stop` once: on SIGTERM or SIGINT, or when whoever started this process is gone. A parent shows that by closing
 * the IPC channel or the pipe it gave as standard input, which happens even if it is killed.
 */
export function whenAskedToStop(stop: () => void): void {
  let asked = false;
  const once = () => {
    if (asked) return;
    asked = true;
    stop();
  };
  process.once("SIGTERM", once).once("SIGINT", once);
  if (process.channel !== undefined) {
    process.once("disconnect", once);
    process.channel?.unref();
  }
  if (inputIsPiped()) {
    process.stdin.once("end", once).once("close", once).resume();
    process.stdin.unref();
  }
}

function inputIsPiped(): boolean {
  const input = fstatSync(0);
  return input.isFIFO() || input.isSocket();
}
