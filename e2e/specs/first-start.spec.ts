import { adminSession } from "../fixtures/house.ts";
import { ADMIN } from "../fixtures/people.ts";
import { expect, test } from "../fixtures/test.ts";
import { accountPages } from "../pages/account-pages.ts";

test.describe("first start", () => {
  test("sends a visitor who is not signed in to the sign-in page", async ({ page, account }) => {
    await page.goto("/dead-letters?state=open");
    await expect(account.signInTitle).toBeVisible();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/dead-letters?state=open");
  });

  test("makes the first admin by the one-time link, and nobody by it afterwards", async ({
    page,
    browser,
    account,
    shell,
    house,
  }) => {
    await page.goto(house.welcomeUrl);
    await expect(account.welcomeTitle).toBeVisible();
    await account.createAdmin(ADMIN);
    await expect(shell.person).toContainText(ADMIN.name);

    const stranger = await browser.newPage();
    await stranger.goto(house.welcomeUrl);
    await expect(accountPages(stranger).usedTitle).toBeVisible();
    const again = await stranger.request.post("/api/trpc/welcome.createAdmin", {
      headers: { origin: house.url },
      data: { json: { ...tokenOf(house.welcomeUrl), ...ADMIN, email: "mallory@example.com" } },
    });
    expect(again.status()).toBe(403);
    await stranger.close();
  });

  test("signs in to the page that was asked for, refuses a wrong password, and signs out", async ({
    page,
    account,
    shell,
    house,
  }) => {
    await page.goto("/instances");
    await account.signIn({ ...ADMIN, password: "the difference engine" });
    await expect(account.refusal).toBeVisible();
    await account.signIn(ADMIN);
    await expect(shell.currentPlace).toHaveText(/Instances/);

    await shell.signOut();
    await expect(account.signInTitle).toBeVisible();
    await page.goto("/instances");
    await expect(account.signInTitle).toBeVisible();

    await account.signIn(ADMIN);
    await expect(shell.currentPlace).toHaveText(/Instances/);
    await page.context().storageState({ path: adminSession(house.dataDir) });
  });
});

function tokenOf(welcomeUrl: string): { readonly token: string | null } {
  return { token: new URL(welcomeUrl).searchParams.get("token") };
}
