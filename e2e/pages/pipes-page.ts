import type { Page } from "@playwright/test";

/** What waits, who leads, who works. */
export function pipesPage(page: Page) {
  const region = (name: string) => page.getByRole("region", { name });
  return {
    open: () => page.goto("/pipes"),
    worker: (pid: number) =>
      page
        .getByRole("table", { name: "Workers" })
        .getByRole("row")
        .filter({ hasText: `${pid}` }),
    timers: region("Timers"),
    outbox: region("Outbox"),
    backlog: region("Backlog"),
    lookBack: (range: string) =>
      page
        .getByRole("group", { name: "Charts over" })
        .getByRole("button", { name: range, exact: true })
        .click(),
    feeds: region("Feeds"),
  };
}

/** See `pipesPage`. */
export type PipesPage = ReturnType<typeof pipesPage>;
