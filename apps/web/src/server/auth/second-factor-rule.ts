import type { PrismaClient } from "@sagascope/database";
import type { Actor } from "../access/actor.ts";

/** Who must have a second factor. */
export const SECOND_FACTOR_RULES = ["nobody", "admins", "everyone"] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

/**
 * Whether a person still owes a second factor. Only who has a password here can owe one: people of a company's own sign-in
 * prove themselves there.
 */
export async function mustEnrol(
  prisma: Pick<PrismaClient, "account">,
  rule: SecondFactorRule,
  person: Pick<Actor, "id" | "permissions"> & { readonly hasSecondFactor: boolean },
): Promise<boolean> {
  if (person.hasSecondFactor || rule === "nobody") return false;
  if (rule === "admins" && !person.permissions.includes("administer")) return false;
  const passwords = await prisma.account.count({
    where: { userId: person.id, providerId: "credential" },
  });
  return passwords > 0;
}
