import { randomUUID } from "node:crypto";
import { SagascopeError } from "@sagascope/core/errors";
import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import { type Actor, mayDo } from "../access/actor.ts";
import type { ViewPage } from "../reads/views/list-views.ts";

const OWN_VIEWS_MAX = 100; // of one person and page; more than anybody finds again

/** No view with this id is the person's to change. */
export class SavedViewNotFoundError extends SagascopeError {
  readonly code = "SAVED_VIEW_NOT_FOUND";
  readonly fault = "caller";

  constructor(id: string) {
    super(`no view of yours has the id '${id}'`);
  }
}

/** A view cannot be kept as it was asked for. */
export class SavedViewRefusedError extends SagascopeError {
  readonly code = "SAVED_VIEW_REFUSED";
  readonly fault = "caller";
}

/** What is kept under a name; the same name again replaces what it stood for. */
export interface ViewInput {
  readonly page: ViewPage;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}

/**
 * Keep a view: one's own, or one for everyone, which is audited.
 *
 * @throws {SavedViewRefusedError} if somebody else shared one of that name, or the person has very many
 */
export async function saveView(
  prisma: PrismaClient,
  actor: Actor,
  { page, name, query, shared }: ViewInput,
): Promise<{ readonly id: string }> {
  return prisma.$transaction(async (tx) => {
    const known = await tx.savedView.findFirst({
      where: { page, name, shared, ...(shared ? {} : { ownerId: actor.id }) },
      select: { id: true, ownerId: true, query: true },
    });
    if (known && !mayChange(actor, known)) {
      throw new SavedViewRefusedError(`somebody else shares a view called '${name}'`);
    }
    if (!known && !shared) await refuseTooMany(tx, actor, page);
    const owner = { ownerId: actor.id, ownerName: actor.name };
    const { id } = known
      ? await tx.savedView.update({
          where: { id: known.id },
          data: { query, updatedAt: new Date() },
          select: { id: true },
        })
      : await tx.savedView.create({
          data: { id: randomUUID(), page, name, query, shared, ...owner },
          select: { id: true },
        });
    if (shared) {
      await audit(tx, actor, known ? "view.change" : "view.share", { page, name }, { id, query });
    }
    return { id };
  });
}

/**
 * Forget a view: one's own, or a shared one if it is one's own too or one administers. The latter is audited.
 *
 * @throws {SavedViewNotFoundError}
 */
export async function removeView(prisma: PrismaClient, actor: Actor, id: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const view = await tx.savedView.findUnique({ where: { id } });
    if (!view || !(view.shared ? mayChange(actor, view) : view.ownerId === actor.id)) {
      throw new SavedViewNotFoundError(id);
    }
    await tx.savedView.delete({ where: { id } });
    if (view.shared) {
      const { page, name, query } = view;
      await audit(tx, actor, "view.unshare", { page, name }, { id, query });
    }
  });
}

function mayChange(actor: Actor, view: { readonly ownerId: string }): boolean {
  return view.ownerId === actor.id || mayDo(actor, "administer");
}

async function refuseTooMany(
  tx: Prisma.TransactionClient,
  actor: Actor,
  page: ViewPage,
): Promise<void> {
  const own = await tx.savedView.count({ where: { page, ownerId: actor.id, shared: false } });
  if (own < OWN_VIEWS_MAX) return;
  throw new SavedViewRefusedError(`you have ${own} views of this page: remove one first`);
}

function audit(
  tx: Prisma.TransactionClient,
  actor: Actor,
  action: string,
  view: { readonly page: string; readonly name: string },
  detail: { readonly id: string; readonly query: string },
): Promise<void> {
  const target = `view ${view.page}/${view.name}`;
  return appendAudit(fromPrisma(tx), [
    { actor: actor.email, action, target, outcome: "done", detail },
  ]);
}
