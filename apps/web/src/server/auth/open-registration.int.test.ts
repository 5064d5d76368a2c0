import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { acceptLink, inviteUser } from "../people/invitations.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs } from "../trpc/testing/caller-as.ts";
import { HOST, openBrowser, type ServedConsole, throughIssuer } from "./testing/auth-browser.ts";
import {
  COMPANY_CLIENT,
  type CompanyIssuer,
  startCompanyIssuer,
} from "./testing/company-issuer.ts";

vi.setConfig({ testTimeout: 600_000 }); // hashing passwords is slow on purpose

const PASSWORD = "a long enough password";

let database: WebTestDatabase;
let issuer: CompanyIssuer;
let person = { sub: "p-1", email: "nobody@example.com", email_verified: true };
let served: ServedConsole;
let hashOf: (password: string) => Promise<string>;
let people = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  issuer = await startCompanyIssuer(`http://${HOST}`, () => person);
  process.env.DATABASE_URL = database.url;
  process.env.PORT = "3999";
  process.env.BETTER_AUTH_SECRET = "a secret of a test that is long enough";
  process.env.SAGASCOPE_OIDC_ISSUER = issuer.address;
  process.env.SAGASCOPE_OIDC_CLIENT_ID = COMPANY_CLIENT.id;
  process.env.SAGASCOPE_OIDC_CLIENT_SECRET = COMPANY_CLIENT.secret;
  process.env.SAGASCOPE_SIGN_UP_ROLE = "viewer";
  process.env.SAGASCOPE_OIDC_SIGN_UP_ROLE = "responder";
  const { serveAuth } = await import("./serve-auth.ts");
  const { findActor } = await import("./find-actor.ts");
  const { auth } = await import("./auth.ts");
  served = { serveAuth, findActor };
  hashOf = async (password) => (await auth().$context).password.hash(password);
}, 120_000);
afterAll(async () => {
  const { database: own } = await import("../database/database.ts");
  await own().pool.end();
  issuer.stop();
  await database.drop();
});

const browser = () => openBrowser(served);
const newAddress = () => `new-${++people}@example.com`;

async function register(email: string, more: Readonly<Record<string, unknown>> = {}) {
  const tab = browser();
  const answer = await tab.post("/sign-up/email", {
    name: "New",
    email,
    password: PASSWORD,
    ...more,
  });
  return { tab, answer };
}

/** Come by the company's own sign-in, as the issuer says who one is. */
async function comeByCompany(email: string, verified = true) {
  person = { sub: `sub-${email}`, email, email_verified: verified };
  const tab = browser();
  await throughIssuer(tab);
  return tab;
}

const signIn = async (email: string) =>
  (await browser().post("/sign-in/email", { email, password: PASSWORD })).status;

const auditOf = async (id: string | undefined) =>
  (
    await database.prisma.audit.findMany({
      where: { target: `user:${id}` },
      orderBy: { seq: "asc" },
    })
  ).map(({ action }) => action);

describe("registration that is switched on", () => {
  it("makes an account in the role that the console says, whatever role is asked for", async () => {
    const email = newAddress();
    const asked = { role: "admin", emailVerified: true, banned: false, id: "chosen" };
    const { tab, answer } = await register(email, asked);
    expect(answer.status).toBe(200);
    expect(await tab.actor()).toMatchObject({ email, role: "viewer" });
    const row = await database.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(row).toMatchObject({ role: "viewer", emailVerified: false });
    expect(row.id).not.toBe("chosen");
  });

  it("holds passwords to the rule", async () => {
    const email = newAddress();
    const { answer } = await register(email, { password: "short" });
    expect(answer.status).toBe(400);
    expect(await database.prisma.user.count({ where: { email } })).toBe(0);
  });

  it("takes no account from who has the address, and opens none of theirs", async () => {
    const email = newAddress();
    await register(email);
    const { tab, answer } = await register(email.toUpperCase(), {
      password: "another long password",
    });
    expect(answer.status).toBe(422);
    expect(await tab.actor()).toBeUndefined();
    expect(await signIn(email)).toBe(200);
  });

  it("does not give a password to who was invited and has none yet", async () => {
    const email = newAddress();
    const guest = { name: "Guest", email, role: "admin" };
    await inviteUser(database.prisma, actorAs("admin"), guest);
    const { tab, answer } = await register(email);
    expect(answer.status).toBe(422);
    expect(await tab.actor()).toBeUndefined();
    expect(await signIn(email)).toBe(401);
  });
});

describe("the company's own sign-in for who was not invited", () => {
  it("makes an account in its own role", async () => {
    const email = newAddress();
    const tab = await comeByCompany(email);
    expect(await tab.actor()).toMatchObject({ email, role: "responder" });
  });

  it("leaves the address to its owner: nobody can register it afterwards", async () => {
    const email = newAddress();
    const owner = await comeByCompany(email);
    expect((await register(email)).answer.status).toBe(422);
    expect(await signIn(email)).toBe(401);
    expect(await owner.actor()).toMatchObject({ email });
  });
});

describe("an address that a stranger registered before its owner came", () => {
  it("is its owner's from then on: the stranger's password, sessions and second factor are gone", async () => {
    const email = newAddress();
    const { tab: stranger } = await register(email);
    expect((await stranger.post("/two-factor/enable", { password: PASSWORD })).status).toBe(200);
    const squatted = await stranger.actor();
    expect(squatted).toMatchObject({ email });
    const owner = await comeByCompany(email);
    expect(await owner.actor()).toMatchObject({ id: squatted?.id, email });
    expect(await stranger.actor()).toBeUndefined();
    expect(await signIn(email)).toBe(401);
    const where = { userId: squatted?.id ?? "" };
    expect(await database.prisma.twoFactor.count({ where })).toBe(0);
    expect(await auditOf(squatted?.id)).toEqual(["user.remove_unproven_password"]);
  });

  it("stays as it is when the issuer does not vouch for who comes", async () => {
    const email = newAddress();
    const { tab: stranger } = await register(email);
    const other = await comeByCompany(email, false);
    expect(await other.actor()).toBeUndefined();
    expect(await stranger.actor()).toMatchObject({ email });
    expect(await signIn(email)).toBe(200);
  });
});

describe("who set a password by an invitation", () => {
  it("keeps it, and every session, when they also come by the company's own sign-in", async () => {
    const email = newAddress();
    const guest = { name: "Guest", email, role: "admin" };
    const { token, userId } = await inviteUser(database.prisma, actorAs("admin"), guest);
    await acceptLink(database.prisma, { token, passwordHash: await hashOf(PASSWORD) });
    const first = browser();
    await first.post("/sign-in/email", { email, password: PASSWORD });
    const second = await comeByCompany(email);
    expect(await second.actor()).toMatchObject({ id: userId, role: "admin" });
    expect(await first.actor()).toMatchObject({ id: userId });
    expect(await signIn(email)).toBe(200);
    expect(await auditOf(userId)).toEqual(["user.invite", "user.accept_invitation"]);
  });
});
