import type { Page } from "@playwright/test";

/** The list of instances. */
export function instancesPage(page: Page) {
  const table = page.getByRole("table", { name: "Instances" });
  return {
    open: (query = "") => page.goto(`/instances${query}`),
    table,
    rows: table.getByRole("row"),
    row: (subject: string) => table.getByRole("row", { name: subject }),
  };
}

/** See `instancesPage`. */
export type InstancesPage = ReturnType<typeof instancesPage>;
