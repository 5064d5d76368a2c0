import type { Page } from "@playwright/test";

/** The pages of people, roles, tokens and one's own account. */
export function settingsPages(page: Page) {
  const dialog = page.getByRole("dialog");
  const secretOf = async (name: string) => {
    const secret = page.getByRole("region", { name }).getByRole("code");
    return ((await secret.textContent()) ?? "").trim();
  };
  return {
    dialog,
    openUsers: () => page.goto("/settings/users"),
    openRoles: () => page.goto("/settings/roles"),
    openTokens: () => page.goto("/settings/tokens"),
    openAccount: () => page.goto("/settings/account"),
    row: (name: string) => page.getByRole("row").filter({ hasText: name }),
    notForYou: page.getByText("may not see"),
    /** @returns the one-time link */
    invite: async (person: {
      readonly name: string;
      readonly email: string;
      readonly role: string;
    }) => {
      await page.getByRole("button", { name: "Invite somebody" }).click();
      await dialog.getByLabel("Name").fill(person.name);
      await dialog.getByLabel("E-mail").fill(person.email);
      await dialog.getByLabel("Role").selectOption(person.role);
      await dialog.getByRole("button", { name: "Make a link" }).click();
      const link = await secretOf("One-time link");
      await dialog.getByRole("button", { name: "Done" }).click();
      return link;
    },
    setPassword: async (link: string, password: string) => {
      await page.goto(link);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Set the password and sign in" }).click();
    },
    linkIsNotGood: page.getByRole("heading", { name: "This link is not good" }),
    change: (name: string) =>
      page.getByRole("button", { name: `Change ${name}`, exact: true }).click(),
    newRole: async (role: {
      readonly name: string;
      readonly may: readonly string[];
      readonly machine: string;
    }) => {
      await page.getByRole("button", { name: "New role" }).click();
      await dialog.getByLabel("Name").fill(role.name);
      for (const words of role.may)
        await dialog.getByLabel(words, { exact: true }).check({ force: true });
      await dialog.getByLabel("Only some machines", { exact: false }).check({ force: true });
      await dialog.getByLabel(role.machine, { exact: true }).check({ force: true });
      await dialog.getByRole("button", { name: "Save the role" }).click();
    },
    /** @returns the token */
    newToken: async (name: string, scope: string) => {
      await page.getByRole("button", { name: "New token" }).click();
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel(`${scope}:`, { exact: false }).check({ force: true });
      await dialog.getByRole("button", { name: "Make the token" }).click();
      const token = await secretOf("Token");
      await dialog.getByRole("button", { name: "Done" }).click();
      return token;
    },
    secretOf,
  };
}
