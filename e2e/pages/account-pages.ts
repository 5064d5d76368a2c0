import type { Page } from "@playwright/test";

interface Admin {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The pages without the console around them: the one-time welcome, and the sign-in. */
export function accountPages(page: Page) {
  const fillAccount = async ({ email, password }: Omit<Admin, "name">) => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
  };
  return {
    welcomeTitle: page.getByRole("heading", { name: "Welcome" }),
    usedTitle: page.getByRole("heading", { name: "This link has been used" }),
    signInTitle: page.getByRole("heading", { name: "Sign in" }),
    refusal: page.getByText("E-mail or password is not right."),
    createAdmin: async (admin: Admin) => {
      await page.getByLabel("Name").fill(admin.name);
      await fillAccount(admin);
      await page.getByRole("button", { name: "Create admin and sign in" }).click();
    },
    signIn: async (account: Omit<Admin, "name">) => {
      await fillAccount(account);
      await page.getByRole("button", { name: "Sign in" }).click();
    },
  };
}

/** See `accountPages`. */
export type AccountPages = ReturnType<typeof accountPages>;
