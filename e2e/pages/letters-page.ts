import type { Page } from "@playwright/test";
import { sumByName } from "../fixtures/command-line.ts";

/** The list of dead letters with their causes. */
export function lettersPage(page: Page) {
  const list = page.getByRole("region", { name: "Letters", exact: true });
  const table = page.getByRole("table", { name: "Dead letters" });
  const causes = page.getByRole("region", { name: "Causes" });
  return {
    open: (query = "") => page.goto(`/dead-letters${query}`),
    causes,
    /** Letters of each cause that is listed, by its title. */
    causeCounts: async () => {
      const listed = await causes.getByRole("listitem").evaluateAll((items) =>
        items.map((item) => {
          const [title, letters] = item.querySelectorAll("b");
          return [title?.title ?? "", Number(letters?.textContent?.replaceAll(",", ""))] as const;
        }),
      );
      return sumByName(listed);
    },
    /** Subjects of the letters on this page, from above. */
    subjects: () => table.getByRole("link").allTextContents(),
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
    cause: (text: string | RegExp) => causes.getByRole("button").filter({ hasText: text }),
    care: page.getByRole("region", { name: "Care of this cause" }),
    tryAgain: () => list.getByRole("button", { name: "Try again" }).click(),
    unreadable: page.getByText("Letters could not be read"),
  };
}

/** See `lettersPage`. */
export type LettersPage = ReturnType<typeof lettersPage>;
