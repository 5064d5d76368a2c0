import type { Page } from "@playwright/test";

/** The list of instances. */
export function instancesPage(page: Page) {
  const table = page.getByRole("table", { name: "Instances" });
  const menu = (name: string | RegExp) => page.locator("summary", { hasText: name });
  return {
    open: (query = "") => page.goto(`/instances${query}`),
    table,
    rows: table.getByRole("row"),
    row: (subject: string) => table.getByRole("row", { name: subject }),
    link: (subject: string) => table.getByRole("link", { name: subject, exact: true }),
    /** What is chosen for a comparison. */
    chosen: page.getByRole("region", { name: "Instances" }).getByRole("status"),
    choose: (subject: string, machine: string) =>
      table
        .getByRole("checkbox", { name: `Choose ${subject}, ${machine}`, exact: true })
        .check({ force: true }),
    compare: page.getByRole("button", { name: "Compare", exact: true }),
    columns: table.getByRole("columnheader"),
    subjectBox: page.getByRole("textbox", { name: "Subject begins with" }),
    filter: (label: "Machine" | "Version" | "State" | "Status" | "Phase" | "Age" | "Order") =>
      page.getByRole("combobox", { name: label }),
    clear: page.getByRole("button", { name: "Clear filters" }).first(),
    menu,
    column: (label: string) => page.getByRole("checkbox", { name: label, exact: true }),
    viewName: page.getByRole("textbox", { name: "Save this view as" }),
    forEveryone: page.getByRole("checkbox", { name: /For everyone/ }),
    keepView: page.getByRole("button", { name: /^(Save|Share) view$/ }),
    view: (name: string) => page.getByRole("link", { name, exact: true }),
    removeView: (name: string) => page.getByRole("button", { name: `Remove ${name}` }),
    export: (format: "CSV" | "JSON") => page.getByRole("link", { name: new RegExp(`^${format}`) }),
  };
}

/** See `instancesPage`. */
export type InstancesPage = ReturnType<typeof instancesPage>;
