import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../access/permissions.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs, callerAs } from "../trpc/testing/caller-as.ts";

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const as = (role: Role, id: string) =>
  callerAs(role, {
    ...database,
    actor: { ...actorAs(role), id, name: id, email: `${id}@example.com` },
  });
const names = async (caller: ReturnType<typeof as>) =>
  (await caller.views.list({ page: "instances" })).views.map(({ name }) => name);
const audit = () =>
  database.prisma.audit.findMany({
    orderBy: { seq: "asc" },
    select: { action: true, actor: true, target: true },
  });

describe("saved views", () => {
  it("are one's own unless shared, and the same name again replaces what it stood for", async () => {
    const ada = as("viewer", "ada");
    const bob = as("responder", "bob");
    await ada.views.save({ page: "instances", name: "mine", query: "q=1" });
    await ada.views.save({ page: "instances", name: "mine", query: "q=2" });
    await bob.views.save({ page: "instances", name: "mine", query: "q=3" });
    expect((await ada.views.list({ page: "instances" })).views).toMatchObject([
      { name: "mine", query: "q=2", own: true, shared: false },
    ]);
    expect(await names(bob)).toEqual(["mine"]);
    expect(await ada.views.list({ page: "dead-letters" })).toEqual({ views: [], count: 0 });
    expect(await audit()).toEqual([]);
  });

  it("are shared by those who operate, for everyone to see, and that is audited", async () => {
    const bob = as("responder", "bob");
    const view = { page: "instances", name: "stuck sagas", query: "attention=stuck" } as const;
    await expect(as("viewer", "ada").views.share(view)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const { id } = await bob.views.share(view);
    expect((await as("viewer", "ada").views.list({ page: "instances" })).views).toContainEqual({
      ...{ id, name: "stuck sagas", query: "attention=stuck" },
      ...{ shared: true, own: false, ownerName: "bob" },
    });

    await expect(as("responder", "eve").views.share(view)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(as("responder", "eve").views.remove({ id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await bob.views.share({ ...view, query: "attention=overdue" });
    await as("admin", "root").views.remove({ id });
    expect(await names(as("viewer", "ada"))).not.toContain("stuck sagas");
    expect(await audit()).toEqual([
      ...["view.share", "view.change"].map((action) => ({
        ...{ action, actor: "bob@example.com", target: "view instances/stuck sagas" },
      })),
      { action: "view.unshare", actor: "root@example.com", target: "view instances/stuck sagas" },
    ]);
  });

  it("of somebody else's own can be neither seen nor removed, not even by an admin", async () => {
    const { id } = await as("viewer", "ada").views.save({
      page: "instances",
      name: "secret",
      query: "",
    });
    expect(await names(as("admin", "root"))).not.toContain("secret");
    await expect(as("admin", "root").views.remove({ id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await as("viewer", "ada").views.remove({ id });
    expect(await names(as("viewer", "ada"))).not.toContain("secret");
  });
});
