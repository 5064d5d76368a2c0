import type { Page } from "@playwright/test";

/** What operators did. */
export function auditPage(page: Page) {
  const table = page.getByRole("table", { name: "Audit" });
  return {
    open: (query = "") => page.goto(`/audit${query}`),
    row: (text: string) => table.getByRole("row").filter({ hasText: text }),
    chain: page.getByRole("main").getByRole("status").first(),
  };
}

/** See `auditPage`. */
export type AuditPage = ReturnType<typeof auditPage>;
