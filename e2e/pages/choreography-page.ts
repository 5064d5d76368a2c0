import type { Page } from "@playwright/test";

/** Who tells whom what. */
export function choreographyPage(page: Page) {
  const map = page.getByRole("region", { name: "Map", exact: true });
  return {
    open: () => page.goto("/choreography"),
    title: page.getByRole("heading", { level: 1 }),
    /** A machine, service or sender on the map. */
    place: (kind: "machine" | "service" | "outside", name: string) =>
      map.locator(`[data-place="${kind}:${name}"]`),
    arrow: (from: string, to: string) => map.locator(`[data-arrow="${from} → ${to}"]`),
    selected: (name: string) => page.getByRole("region", { name: `Selected: ${name}` }),
    instancesOf: (name: string) =>
      page
        .getByRole("region", { name: `Selected: ${name}` })
        .getByRole("link", { name: /in flight$/ }),
    findings: page.getByRole("region", { name: "Worth a look" }),
    table: page.getByRole("button", { name: "Table" }),
    row: (type: string) =>
      page.getByRole("table", { name: "Who tells whom what" }).getByRole("row", { name: type }),
  };
}

/** See `choreographyPage`. */
export type ChoreographyPage = ReturnType<typeof choreographyPage>;
