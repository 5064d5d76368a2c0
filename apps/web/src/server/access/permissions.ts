/** Everything the console guards, from looking to administering. */
export const PERMISSIONS = [
  "view", // every page: instances, conversations, dead letters, documents
  "dryRun", // ask what a replay would do
  "replay", // replay for real
  "resolve", // close a letter without a replay
  "operate", // act on an instance: send, resume, skip, cancel, rewind, migrate; also to ask what that would do
  "readAudit",
  "unseal", // see masked fields of a dead letter as they were sent
  "replayEdited", // replay with other data than was sent
  "administer", // users, roles, tokens, settings
] as const;

/** One thing a person may be allowed to do. */
export type Permission = (typeof PERMISSIONS)[number];

/** What each built-in role may do. This table is the only place that says so; an admin's own roles stand in the database. */
const PERMISSIONS_BY_ROLE = {
  viewer: ["view", "readAudit"],
  responder: ["view", "readAudit", "dryRun", "replay", "resolve", "operate"],
  admin: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;

/** A built-in place in the console. */
export type Role = keyof typeof PERMISSIONS_BY_ROLE;

/** All built-in roles, the weakest first. */
export const ROLES = Object.keys(PERMISSIONS_BY_ROLE) as readonly Role[];

/** What a built-in role may do; nothing for a name that is none. */
export function permissionsOf(role: string | null | undefined): readonly Permission[] {
  return isRole(role) ? PERMISSIONS_BY_ROLE[role] : [];
}

/** Whether a built-in role may do something. A role that is not in the table, or none, may do nothing. */
export function isAllowed(role: string | null | undefined, permission: Permission): boolean {
  return permissionsOf(role).includes(permission);
}

/** Narrow what the database holds to a built-in role of this version. */
export function isRole(role: string | null | undefined): role is Role {
  return typeof role === "string" && Object.hasOwn(PERMISSIONS_BY_ROLE, role);
}

/** Those of the words that are permissions of this version, in the table's order. */
export function knownPermissions(words: readonly string[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => words.includes(permission));
}
