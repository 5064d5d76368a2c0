import type { Page } from "@playwright/test";

/** Two instances, or two versions of a chart, side by side. */
export function comparePage(page: Page) {
  return {
    openInstances: (a: string, b: string) => page.goto(`/compare?a=${a}&b=${b}`),
    openVersions: (machine: string) => page.goto(`/compare?machine=${machine}`),
    title: page.getByRole("heading", { level: 1 }),
    /** One of the two, by its subject, or `Before` and `After` of versions. */
    side: (name: string) => page.getByRole("region", { name, exact: true }),
    others: page.getByRole("table", { name: "Instances to compare with" }).getByRole("button"),
    currentStep: page.locator("tr[aria-current=step]"),
    context: page.getByRole("region", { name: "Context" }),
    differences: page.getByRole("region", { name: "Differences" }),
    partingNote: page.getByText(/their paths part|both went the same way/),
  };
}

/** See `comparePage`. */
export type ComparePage = ReturnType<typeof comparePage>;
