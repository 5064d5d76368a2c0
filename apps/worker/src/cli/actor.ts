import { userInfo } from "node:os";

/** Who the audit says it was: the operating system's user, `unknown` where there is none. */
export function currentActor(): string {
  try {
    return `cli:${userInfo().username || "unknown"}`;
  } catch {
    return "cli:unknown"; // a container may run as a user without a name
  }
}
