import { existsSync, statSync } from "node:fs";
import path from "node:path";
import type { ServerUser } from "./server-user.ts";

const OTHERS_MAY_ENTER = 0o001;

/** Whether a user can get to `target`: every folder above it, and the target itself, may be entered by others. */
export function isReachable(target: string, user: ServerUser | undefined): boolean {
  if (user === undefined) return true;
  for (let at = target; ; at = path.dirname(at)) {
    if (!existsSync(at) || (statSync(at).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
