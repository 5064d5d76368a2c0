import type { Role } from "./permissions.ts";

/** A signed-in person, as procedures and the audit see one. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}
