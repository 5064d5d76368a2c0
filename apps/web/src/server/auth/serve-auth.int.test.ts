import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
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
/** Who the company's sign-in says that somebody is. */
let person = { sub: "p-1", email: "nobody@example.com", email_verified: true };
let served: ServedConsole;
let authOf: typeof import("./auth.ts").auth;

beforeAll(async () => {
  database = await openTestDatabase();
  issuer = await startCompanyIssuer(`http://${HOST}`, () => person);
  process.env.DATABASE_URL = database.url;
  process.env.PORT = "3999";
  process.env.BETTER_AUTH_SECRET = "a secret of a test that is long enough";
  process.env.SAGASCOPE_OIDC_ISSUER = issuer.address;
  process.env.SAGASCOPE_OIDC_CLIENT_ID = COMPANY_CLIENT.id;
  process.env.SAGASCOPE_OIDC_CLIENT_SECRET = COMPANY_CLIENT.secret;
  process.env.SAGASCOPE_REQUIRE_TOTP = "admins";
  const { serveAuth } = await import("./serve-auth.ts");
  const { findActor } = await import("./find-actor.ts");
  served = { serveAuth, findActor };
  ({ auth: authOf } = await import("./auth.ts"));
}, 120_000);
afterAll(async () => {
  const { database: own } = await import("../database/database.ts");
  await own().pool.end();
  issuer.stop();
  await database.drop();
});

/** Somebody's browser, at the console of this test. */
const browser = (address?: string) => openBrowser(served, address);

let people = 0;
async function addPerson(role: string | null, password: string | undefined = PASSWORD) {
  people += 1;
  const id = `person-${people}`;
  const email = `${id}@example.com`;
  const hash = await (await authOf().$context).password.hash(PASSWORD);
  await database.prisma.user.create({
    data: {
      id,
      name: id,
      email,
      role,
      accounts: password
        ? { create: { id: `a-${id}`, accountId: id, providerId: "credential", password: hash } }
        : {},
    },
  });
  return { id, email };
}

describe("signing in with a password", () => {
  it("opens a session by a cookie that scripts cannot read, and tells no token", async () => {
    const { email, id } = await addPerson("responder");
    const tab = browser();
    const answer = await tab.post("/sign-in/email", { email, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({});
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(await tab.actor()).toMatchObject({ id, role: "responder" });
    await tab.post("/sign-out", {});
    expect(await tab.actor()).toBeUndefined();
  });

  it("is refused the same way for a wrong password and for nobody's address", async () => {
    const { email } = await addPerson("viewer");
    const wrong = await browser().post("/sign-in/email", { email, password: "not this one" });
    const nobody = await browser().post("/sign-in/email", {
      email: "who@example.com",
      password: PASSWORD,
    });
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await nobody.text());
  });

  it("is refused to who is disabled, and gives nobody a role that does not exist", async () => {
    const { id, email } = await addPerson("viewer");
    const tab = browser();
    await tab.post("/sign-in/email", { email, password: PASSWORD });
    await database.prisma.user.update({ where: { id }, data: { banned: true } });
    expect(await tab.actor()).toBeUndefined();
    const again = await browser().post("/sign-in/email", { email, password: PASSWORD });
    expect(again.status).toBe(403);
    const ghost = await addPerson("a-role-that-was-removed");
    const other = browser();
    await other.post("/sign-in/email", { email: ghost.email, password: PASSWORD });
    expect(await other.actor()).toBeUndefined();
  });

  it("is counted by the address tried, wherever the tries come from", async () => {
    const { email } = await addPerson("viewer");
    await useUp(`sign-in:${email}`, 10);
    const right = await browser().post("/sign-in/email", { email, password: PASSWORD });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
    const shouted = { email: email.toUpperCase(), password: PASSWORD };
    expect((await browser().post("/sign-in/email", shouted)).status).toBe(429);
  });

  it("is counted by the address tried when a form is sent instead of JSON", async () => {
    const { email } = await addPerson("viewer");
    await useUp(`sign-in:${email}`, 10);
    const headers = {
      ...browser().headers(),
      "content-type": "application/x-www-form-urlencoded",
    };
    const send = (body: string) =>
      served.serveAuth(
        new Request(`http://${HOST}/api/auth/sign-in/email`, { method: "POST", headers, body }),
      );
    const form = new URLSearchParams({ email, password: PASSWORD });
    expect((await send(form.toString())).status).toBe(400); // it is taken for JSON, which it is not
    expect((await send(JSON.stringify({ email, password: PASSWORD }))).status).toBe(429);
  });

  it("keeps the address that was counted with the session, whatever a client wrote before it", async () => {
    const { email, id } = await addPerson("viewer");
    const forged = { "x-forwarded-for": "198.51.100.1, 203.0.113.77:4711" };
    await browser().post("/sign-in/email", { email, password: PASSWORD }, forged);
    const sessions = await database.prisma.session.findMany({ where: { userId: id } });
    expect(sessions.map(({ ipAddress }) => ipAddress)).toEqual(["203.0.113.77"]);
  });

  it.each(["/sign-in/email", "/sign-in/social"])(
    "is counted by where the tries come from, whatever is tried: %s",
    async (path) => {
      const { email } = await addPerson("viewer");
      await useUp("sign-in:192.0.2.7", 20);
      const body = { email, password: PASSWORD, provider: "oidc" };
      expect((await browser("192.0.2.7").post(path, body)).status).toBe(429);
      expect((await browser("192.0.2.8").post(path, body)).status).toBe(200);
    },
  );

  it("is counted before the password is looked at", async () => {
    const { email } = await addPerson("viewer");
    const used = () => database.prisma.rateLimit.findUnique({ where: { key: `sign-in:${email}` } });
    await useUp(`sign-in:${email}`, 0);
    await browser().post("/sign-in/email", { email, password: "a wrong password" });
    await browser().post("/sign-in/email", { email, password: PASSWORD });
    expect(await used()).toMatchObject({ used: 2 });
  });
});

/** As if it had been tried so often in a window that lasts longer than the test. */
async function useUp(key: string, used: number): Promise<void> {
  const resetsAt = new Date(Date.now() + 3_600_000);
  const row = { key, used, resetsAt };
  await database.prisma.rateLimit.upsert({ where: { key }, create: row, update: row });
}

describe("the door of better-auth", () => {
  it.each([
    "/sign-up/email",
    "/admin/list-users",
    "/admin/impersonate-user",
    "/admin/set-role",
    "/update-user",
    "/delete-user",
    "/list-sessions",
    "/change-email",
    "/link-social",
    "/get-session",
    "/request-password-reset",
  ])("is closed at %s", async (path) => {
    const answer = await browser().post(path, {
      email: "new@example.com",
      password: PASSWORD,
      name: "New",
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await database.prisma.user.count({ where: { email: "new@example.com" } })).toBe(0);
  });

  it("refuses another site's page, and more than a form needs", async () => {
    const { email } = await addPerson("viewer");
    const body = { email, password: PASSWORD };
    const foreign = await browser().post("/sign-in/email", body, {
      origin: "https://evil.example",
    });
    expect(foreign.status).toBe(403);
    const large = await browser().post("/sign-in/email", { ...body, pad: "x".repeat(20_000) });
    expect(large.status).toBe(413);
  });
});

describe("one's own account", () => {
  it("changes its password by the old one, under the same rules, and ends the other sessions", async () => {
    const { email, id } = await addPerson("viewer");
    const [here, there] = [browser(), browser()];
    await here.post("/sign-in/email", { email, password: PASSWORD });
    await there.post("/sign-in/email", { email, password: PASSWORD });
    const change = (currentPassword: string, newPassword: string) =>
      here.post("/change-password", { currentPassword, newPassword, revokeOtherSessions: false });
    expect((await change("wrong wrong wrong", "another long password")).status).toBe(400);
    expect((await change(PASSWORD, "short")).status).toBe(400);
    expect((await change(PASSWORD, "another long password")).status).toBe(200);
    expect(await here.actor()).toMatchObject({ id });
    expect(await there.actor()).toBeUndefined();
    const again = await browser().post("/sign-in/email", { email, password: PASSWORD });
    expect(again.status).toBe(401);
    const audit = await database.prisma.audit.findMany({ where: { target: `user:${id}` } });
    expect(audit.map(({ action }) => action)).toEqual(["user.change_password"]);
  });

  it("has a second factor: set up with a first code, asked for at sign-in, replaced by a recovery code once", async () => {
    const { email, id } = await addPerson("admin");
    const tab = browser();
    await tab.post("/sign-in/email", { email, password: PASSWORD });
    expect(await tab.actor()).toMatchObject({ mustEnrol: true }); // the rule of this console
    const enabled = await tab.post("/two-factor/enable", { password: PASSWORD });
    const { totpURI, backupCodes } = (await enabled.json()) as {
      totpURI: string;
      backupCodes: string[];
    };
    expect((await tab.actor())?.mustEnrol).toBe(true); // not before a code fitted
    const secret = secretIn(totpURI);
    const code = () => totp(secret);
    expect((await tab.post("/two-factor/verify-totp", { code: code() })).status).toBe(200);
    expect((await tab.actor())?.mustEnrol).toBeUndefined();

    const next = browser();
    const first = await next.post("/sign-in/email", { email, password: PASSWORD });
    expect(await first.json()).toEqual({ twoFactorRedirect: true });
    expect(await next.actor()).toBeUndefined(); // the password alone opens nothing
    const shown = { code: code(), trustDevice: true };
    expect((await next.post("/two-factor/verify-totp", shown)).status).toBe(200);
    expect(await next.actor()).toMatchObject({ id });
    expect(next.jar.header).not.toContain("trust"); // the next sign-in asks again

    const overTheShoulder = browser();
    await overTheShoulder.post("/sign-in/email", { email, password: PASSWORD });
    const again = await overTheShoulder.post("/two-factor/verify-totp", shown);
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ code: "INVALID_CODE" });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(await overTheShoulder.actor()).toBeUndefined();

    const lost = browser();
    await lost.post("/sign-in/email", { email, password: PASSWORD });
    const recovery = { code: backupCodes[0] };
    expect((await lost.post("/two-factor/verify-backup-code", recovery)).status).toBe(200);
    expect(await lost.actor()).toMatchObject({ id });
    const twice = browser();
    await twice.post("/sign-in/email", { email, password: PASSWORD });
    expect((await twice.post("/two-factor/verify-backup-code", recovery)).status).toBe(401);

    const rows = JSON.stringify(
      await database.prisma.twoFactor.findMany({ where: { userId: id } }),
    );
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(backupCodes[1]);
    const audit = await database.prisma.audit.findMany({ where: { target: `user:${id}` } });
    expect(audit.map(({ action }) => action)).toEqual(["user.add_second_factor"]);
  });
});

describe("the company's own sign-in", () => {
  it("lets in who was invited, by the address that the issuer vouches for, in the role they were given", async () => {
    const { email, id } = await addPerson("responder", "");
    person = { sub: `sub-${id}`, email, email_verified: true };
    const tab = browser();
    const end = await throughIssuer(tab);
    expect(end.headers.get("location")).toMatch(/\/instances$/);
    expect(await tab.actor()).toMatchObject({ id, role: "responder", email });
  });

  it("leads through the issuer, whatever token somebody brings", async () => {
    const idToken = { token: "a.b.c", nonce: "n" };
    const answer = await browser().post("/sign-in/social", { provider: "oidc", idToken });
    expect(answer.status).toBe(200); // with the token it would be judged, and refused or let in
    const { url } = (await answer.json()) as { url: string };
    const asked = new URL(url).searchParams;
    expect(url).toMatch(new RegExp(`^${issuer.address}`));
    expect(["state", "nonce", "code_challenge"].filter((name) => !asked.get(name))).toEqual([]);
  });

  it("lets in nobody else", async () => {
    person = { sub: "sub-stranger", email: "stranger@example.com", email_verified: true };
    const tab = browser();
    const end = await throughIssuer(tab);
    expect(end.headers.get("location")).toMatch(/\/sign-in\?error=/);
    expect(await tab.actor()).toBeUndefined();
    expect(await database.prisma.user.count({ where: { email: person.email } })).toBe(0);
  });

  it("does not hand an account to an address that the issuer does not vouch for", async () => {
    const { email } = await addPerson("admin");
    person = { sub: "sub-thief", email, email_verified: false };
    const tab = browser();
    await throughIssuer(tab);
    expect(await tab.actor()).toBeUndefined();
  });

  it("refuses an answer that it did not ask for", async () => {
    const tab = browser();
    const forged = await tab.get("/api/auth/callback/oidc?code=x&state=y");
    expect(forged.status).toBeGreaterThanOrEqual(300);
    expect(await tab.actor()).toBeUndefined();
  });
});

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The secret as an authenticator reads it from the address (RFC 4648, base32). */
function secretIn(uri: string): string {
  const text = new URL(uri).searchParams.get("secret") ?? "";
  const bits = [...text.replaceAll("=", "")]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join("");
}

/** The code of this moment (RFC 6238: SHA-1, 30 s, 6 digits). */
function totp(secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
