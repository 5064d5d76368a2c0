import type { RouterOutputs } from "@/trpc/react.tsx";

type Permission = RouterOutputs["session"]["me"]["permissions"][number];

/** What each permission lets people do, in words. */
export const PERMISSION_WORDS = {
  view: "look at every page",
  dryRun: "ask what a replay would do",
  replay: "replay dead letters",
  resolve: "close, archive and assign dead letters",
  operate: "act on instances",
  readAudit: "read the audit",
  unseal: "see masked fields",
  replayEdited: "replay with other data",
  administer: "administer users, roles, tokens and settings",
} as const satisfies Record<Permission, string>;

/** All of them, in the order of the words. */
export const ALL_PERMISSIONS = Object.keys(PERMISSION_WORDS) as readonly Permission[];
