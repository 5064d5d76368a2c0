import type { Page } from "@playwright/test";

/** The list of dead letters with their causes. */
export function lettersPage(page: Page) {
  const list = page.getByRole("region", { name: "Letters", exact: true });
  const table = page.getByRole("table", { name: "Dead letters" });
  return {
    open: (query = "") => page.goto(`/dead-letters${query}`),
    causes: page.getByRole("region", { name: "Causes" }),
    table,
    /** One in each row. */
    links: table.getByRole("link"),
    link: (subject: string) => table.getByRole("link", { name: subject, exact: true }),
    empty: page.getByText(/^No (dead letters|letter fits)\.$/),
    choose: (subject: string) =>
      table
        .getByRole("checkbox", { name: new RegExp(`^Choose ${subject},`) })
        .check({ force: true }),
    chooseEverything: () => list.getByRole("button", { name: /^Select all/ }).click(),
    act: (name: string) => list.getByRole("button", { name, exact: true }).click(),
    cause: (text: string | RegExp) =>
      page.getByRole("region", { name: "Causes" }).getByRole("button").filter({ hasText: text }),
    care: page.getByRole("region", { name: "Care of this cause" }),
    tryAgain: () => list.getByRole("button", { name: "Try again" }).click(),
    unreadable: page.getByText("Letters could not be read"),
  };
}

/** See `lettersPage`. */
export type LettersPage = ReturnType<typeof lettersPage>;
