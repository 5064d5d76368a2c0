import { createHash, randomBytes, randomUUID } from "node:crypto";
import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import { z } from "zod";
import type { Actor } from "../access/actor.ts";
import { AccessNotFoundError, AccessRefusedError } from "../access/errors.ts";
import { findRole } from "../access/find-role.ts";
import { InviteRefusedError } from "../welcome/errors.ts";
import { audited } from "./audited.ts";

const DAY_MS = 86_400_000;
const GOOD_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const;
const SECRET_BYTES = 32;

/** What a one-time link is for: a first password, or another one. */
export type LinkKind = keyof typeof GOOD_MS;

const linkSchema = z.object({ userId: z.string(), kind: z.enum(["invitation", "reset"]) });

/** A link's secret, to be shown once; only its hash is kept. */
export interface MadeLink {
  readonly userId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Whom a link is for, as its page shows it. */
export interface OpenLink {
  readonly kind: LinkKind;
  readonly name: string;
  readonly email: string;
}

/**
 * Add somebody who may set a first password by a one-time link, or come by the company's own sign-in under this address.
 *
 * @throws {AccessRefusedError} if the address is taken, or the role does not exist
 */
export async function inviteUser(
  prisma: PrismaClient,
  actor: Actor,
  person: { readonly name: string; readonly email: string; readonly role: string },
): Promise<MadeLink> {
  const email = person.email.toLowerCase();
  return audited(prisma, actor, async (tx) => {
    if ((await findRole(tx, person.role)) === undefined) {
      throw new AccessRefusedError(`there is no role '${person.role}'`);
    }
    const id = randomUUID();
    const { count } = await tx.user.createMany({
      data: [{ id, name: person.name, email, role: person.role }],
      skipDuplicates: true,
    });
    if (count === 0)
      throw new AccessRefusedError(`somebody with the address ${email} exists already`);
    const made = await makeLink(tx, id, "invitation");
    const detail = { email, role: person.role };
    return [made, { action: "user.invite", target: `user:${id}`, detail }];
  });
}

/** Give somebody a one-time link to set a password, in place of any link before. @throws {AccessNotFoundError} */
export async function resetPassword(
  prisma: PrismaClient,
  actor: Actor,
  userId: string,
): Promise<MadeLink> {
  return audited(prisma, actor, async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, include: { accounts: true } });
    if (user === null) throw new AccessNotFoundError(`user '${userId}'`);
    const made = await makeLink(tx, userId, user.accounts.length > 0 ? "reset" : "invitation");
    const detail = { email: user.email };
    return [made, { action: "user.reset_password", target: `user:${userId}`, detail }];
  });
}

/** Whom a link is for, if it is still good. */
export async function findLink(prisma: PrismaClient, token: string): Promise<OpenLink | undefined> {
  const row = await prisma.verification.findFirst({
    where: { identifier: identifierOf(token), expiresAt: { gt: new Date() } },
  });
  const link = row && readLink(row.value);
  const user = link && (await prisma.user.findUnique({ where: { id: link.userId } }));
  if (!link || !user || user.banned) return undefined;
  return { kind: link.kind, name: user.name, email: user.email };
}

/**
 * Set the password of a link's owner and use the link up, both or neither; a reset ends every session of theirs. The link's row is
 * deleted first, so that of two callers one finds it gone.
 *
 * @throws {InviteRefusedError} if the link is not good, or its owner is disabled
 */
export async function acceptLink(
  prisma: PrismaClient,
  { token, passwordHash }: { readonly token: string; readonly passwordHash: string },
): Promise<{ readonly email: string }> {
  return prisma.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ value: string; good: boolean }[]>`
      DELETE FROM sagascope.verification WHERE identifier = ${identifierOf(token)}
      RETURNING value, expires_at > clock_timestamp() AS good`;
    const link = row?.good ? readLink(row.value) : undefined;
    const user = link && (await tx.user.findUnique({ where: { id: link.userId } }));
    if (!link || !user || user.banned) throw new InviteRefusedError("the link is not valid");
    await setPassword(tx, user.id, passwordHash);
    // Whoever has the link has it from an admin, who knows whose address it is.
    await tx.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    if (link.kind === "reset") await tx.session.deleteMany({ where: { userId: user.id } });
    const action = link.kind === "reset" ? "user.set_password" : "user.accept_invitation";
    const entry = {
      actor: user.email,
      action,
      target: `user:${user.id}`,
      outcome: "done",
      detail: {},
    };
    await appendAudit(fromPrisma(tx), [entry]);
    return { email: user.email };
  });
}

async function makeLink(
  tx: Prisma.TransactionClient,
  userId: string,
  kind: LinkKind,
): Promise<MadeLink> {
  const token = randomBytes(SECRET_BYTES).toString("base64url");
  const expiresAt = new Date(Date.now() + GOOD_MS[kind]);
  const value = (each: LinkKind) => JSON.stringify({ userId, kind: each });
  await tx.verification.deleteMany({
    where: { value: { in: [value("invitation"), value("reset")] } },
  });
  await tx.verification.create({
    data: { id: randomUUID(), identifier: identifierOf(token), value: value(kind), expiresAt },
  });
  return { userId, token, expiresAt };
}

async function setPassword(
  tx: Prisma.TransactionClient,
  userId: string,
  password: string,
): Promise<void> {
  const { count } = await tx.account.updateMany({
    where: { userId, providerId: "credential" },
    data: { password },
  });
  if (count > 0) return;
  await tx.account.create({
    data: { id: randomUUID(), userId, accountId: userId, providerId: "credential", password },
  });
}

function readLink(value: string): z.infer<typeof linkSchema> | undefined {
  return linkSchema.safeParse(JSON.parse(value)).data;
}

/** Links are looked up by hash: who reads the table cannot use them. */
function identifierOf(token: string): string {
  return `link:${createHash("sha256").update(token).digest("hex")}`;
}
