import type { Actor } from "../access/actor.ts";
import { findRole } from "../access/find-role.ts";
import { database } from "../database/database.ts";
import { env } from "../env.ts";
import { auth } from "./auth.ts";
import { mustEnrol } from "./second-factor-rule.ts";

/** Who sent these headers: the person of a valid session whose role exists, or nobody. */
export async function findActor(headers: Headers): Promise<Actor | undefined> {
  const session = await auth().api.getSession({ headers });
  if (!session) return undefined;
  const { id, name, email, role, banned, twoFactorEnabled } = session.user;
  const { prisma } = database();
  const grant = banned ? undefined : await findRole(prisma, role);
  if (grant === undefined) return undefined;
  const actor: Actor = { id, name, email, ...grant, sessionId: session.session.id };
  const isOwed = await mustEnrol(prisma, env().SAGASCOPE_REQUIRE_TOTP, {
    ...actor,
    hasSecondFactor: twoFactorEnabled === true,
  });
  return isOwed ? { ...actor, mustEnrol: true } : actor;
}
