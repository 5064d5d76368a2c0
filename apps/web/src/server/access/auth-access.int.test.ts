import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AUTH_ROUTES } from "../auth/auth-routes.ts";
import type { WebTestDatabase } from "../testing/open-test-database.ts";
import { ROLES } from "./permissions.ts";
import {
  ask,
  closeEverybody,
  everybody,
  type Handler,
  handlersOf,
  OWN,
  only,
  openEverybody,
  sessionFor,
  statuses,
} from "./testing/everybody.ts";

vi.setConfig({ testTimeout: 600_000 }); // hashing passwords is slow on purpose

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openEverybody();
}, 600_000);
afterAll(closeEverybody);

describe("what changes an account or signs in", () => {
  // Wrong in whatever matters, so that only who may try at all is told apart.
  const BODY = {
    name: "New",
    password: "not the right password",
    currentPassword: "not the right password",
    newPassword: "another long password",
    code: "000000",
    provider: "oidc",
  };

  // Signing out comes last: it ends the sessions that the others are asked with.
  const inOrder = Object.entries(AUTH_ROUTES).sort(
    ([one], [other]) => Number(one === "/sign-out") - Number(other === "/sign-out"),
  );

  it.each(inOrder)("is asked as everybody: %s", async (at, { method, who: may }) => {
    const handlers = await handlersOf("/api/auth/[...all]");
    const url = `/api/auth${at}`;
    let asked = 0;
    const found = await statuses((who) => {
      asked += 1; // each from elsewhere and as somebody else: tries are counted by both
      const body = JSON.stringify({ ...BODY, email: `nobody-${asked}@example.com` });
      const from = { "x-forwarded-for": `10.${at.length}.1.${asked}`, ...who };
      return ask(
        handlers[method] as Handler,
        url,
        method,
        from,
        {},
        method === "POST" ? body : undefined,
      );
    });
    const isPerson = (name: string) => [...ROLES, OWN].includes(name);
    if (may === "anybody") {
      expect(new Set(Object.values(found)).size, JSON.stringify(found)).toBe(1);
    } else {
      const people = [...everybody.keys()].filter(isPerson);
      expect(found).toEqual(only(people, 400, () => 401));
    }
  });

  it("leaves everybody's account as it was", async () => {
    for (const role of [...ROLES, OWN]) expect(await sessionFor(role)).not.toBe("");
    expect(await database.prisma.twoFactor.count()).toBe(0);
    expect(await database.prisma.user.count()).toBe(ROLES.length + 1);
  });
});
