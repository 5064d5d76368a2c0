import type { Browser } from "@playwright/test";
import { ADMIN } from "../fixtures/people.ts";
import { expect, test } from "../fixtures/test.ts";
import { accountPages } from "../pages/account-pages.ts";
import { settingsPages } from "../pages/settings-pages.ts";

const PASSWORD = "bernoulli numbers 1843";

/** A browser of somebody else, without the admin's session. */
async function otherBrowser(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: undefined });
  return context.newPage();
}

test.describe("people", () => {
  test("are invited by a link that works once, and see what their role lets them", async ({
    page,
    browser,
    baseURL,
  }) => {
    const settings = settingsPages(page);
    await settings.openUsers();
    const link = await settings.invite({
      name: "Vi Ewer",
      email: "vi@example.com",
      role: "viewer",
    });
    await expect(settings.row("Vi Ewer")).toContainText("Invited");

    const hers = await otherBrowser(browser, baseURL);
    const her = settingsPages(hers);
    await her.setPassword(link, PASSWORD);
    await expect(hers.locator("summary")).toContainText("Vi Ewer");
    await her.openUsers();
    await expect(her.notForYou).toBeVisible();
    await her.openTokens();
    await expect(her.notForYou).toBeVisible();
    const refused = await hers.request.post("/api/trpc/users.setRole", {
      headers: { origin: baseURL ?? "" },
      data: { json: { id: "anybody", role: "admin" } },
    });
    expect(refused.status()).toBe(403);

    const late = await otherBrowser(browser, baseURL);
    await late.goto(link);
    await expect(settingsPages(late).linkIsNotGood).toBeVisible();

    await page.reload();
    await settings.change("Vi Ewer");
    await settings.dialog.getByRole("button", { name: "Disable Vi Ewer" }).click();
    await expect(settings.row("Vi Ewer")).toContainText("Disabled");
    await hers.goto("/instances");
    await expect(hers.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await late.context().close();
    await hers.context().close();
  });

  test("with a role for one machine see that machine alone, and act on no other one", async ({
    page,
    browser,
    baseURL,
    till,
  }) => {
    await till.startSaga(`order-${Date.now()}`);
    const settings = settingsPages(page);
    await settings.openRoles();
    await settings.newRole({
      name: "fulfil-only",
      may: ["replay dead letters", "act on instances", "read the audit"],
      machine: "fulfil",
    });
    await expect(settings.row("fulfil-only")).toContainText("fulfil");
    await settings.openUsers();
    const link = await settings.invite({
      name: "Cle Rk",
      email: "clerk@example.com",
      role: "fulfil-only",
    });
    const theirs = await otherBrowser(browser, baseURL);
    await settingsPages(theirs).setPassword(link, PASSWORD);
    await expect(theirs.locator("summary")).toContainText("fulfil-only");
    const machines = await theirs.request.get("/api/trpc/instances.machines");
    const { result } = await machines.json();
    expect(result.data.json).toMatchObject({ machines: [{ machineId: "fulfil" }], count: 1 });
    const send = await theirs.request.post("/api/trpc/operations.send", {
      headers: { origin: baseURL ?? "" },
      data: { json: { machineId: "order", subject: "order-1", event: "PAID", reason: "mine" } },
    });
    expect(send.status()).toBe(403);
    expect(await send.text()).toContain("the role 'fulfil-only' may do this to fulfil only");
    await theirs.goto("/audit");
    await expect(
      theirs.getByText("this cannot be told apart by machine: the audit").first(),
    ).toBeVisible();
    await settingsPages(theirs).openUsers();
    await expect(settingsPages(theirs).notForYou).toBeVisible();
    await theirs.context().close();
  });
});

test("a token is shown once, works for what it is for, and for nothing once it is revoked", async ({
  page,
  playwright,
  baseURL,
}) => {
  const settings = settingsPages(page);
  await settings.openTokens();
  const token = await settings.newToken("shelf", "read");
  await expect(settings.row("shelf")).toContainText("not used");
  expect(await page.content()).not.toContain(token);

  const api = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await api.get("/api/trpc/instances.machines")).status()).toBe(200);
  expect((await api.get("/api/trpc/users.list")).status()).toBe(403);
  await settings.row("shelf").getByRole("button", { name: "Revoke shelf" }).click();
  await settings.dialog.getByRole("button", { name: "Revoke shelf" }).click();
  await expect(settings.row("shelf")).toContainText("Revoked");
  expect((await api.get("/api/trpc/instances.machines")).status()).toBe(401);
  await api.dispose();
});

test("one's own account lists its sessions and ends the others", async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await otherBrowser(browser, baseURL);
  await other.goto("/sign-in");
  await accountPages(other).signIn(ADMIN);
  await expect(other.locator("summary")).toContainText(ADMIN.name);

  await page.goto("/settings/account");
  await expect(page.getByText("This one")).toBeVisible();
  await page.getByRole("button", { name: "End the others" }).click();
  await expect(page.getByRole("button", { name: "End the others" })).toBeHidden();
  await other.goto("/instances");
  await expect(accountPages(other).signInTitle).toBeVisible();
  await other.context().close();
});
