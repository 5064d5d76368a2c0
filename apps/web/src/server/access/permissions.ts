/** Everything the console guards, from looking to administering. */
export const PERMISSIONS = [
  "view", // every page: instances, conversations, dead letters, documents
  "dryRun", // ask what a replay would do
  "replay", // replay for real
  "resolve", // close a letter without a replay
  "readAudit",
  "administer", // users, tokens, settings
] as const;

/** One thing a person may be allowed to do. */
export type Permission = (typeof PERMISSIONS)[number];

/** What each role may do. This table is the only place that says so. */
const PERMISSIONS_BY_ROLE = {
  viewer: ["view", "readAudit"],
  responder: ["view", "readAudit", "dryRun", "replay", "resolve"],
  admin: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;

/** A person's place in the console. */
export type Role = keyof typeof PERMISSIONS_BY_ROLE;

/** All roles, the weakest first. */
export const ROLES = Object.keys(PERMISSIONS_BY_ROLE) as readonly Role[];

/** Whether a role may do something. A role that is not in the table, or none, may do nothing. */
export function isAllowed(role: string | null | undefined, permission: Permission): boolean {
  if (!isRole(role)) return false;
  const permissions: readonly Permission[] = PERMISSIONS_BY_ROLE[role];
  return permissions.includes(permission);
}

/** Narrow what the database holds to a role of this version. */
export function isRole(role: string | null | undefined): role is Role {
  return typeof role === "string" && Object.hasOwn(PERMISSIONS_BY_ROLE, role);
}
