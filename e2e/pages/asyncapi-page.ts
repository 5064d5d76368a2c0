import type { Page } from "@playwright/test";

/** What a machine publishes and consumes. */
export function asyncapiPage(page: Page) {
  const operations = page.getByRole("navigation", { name: "Operations" });
  const message = page.getByRole("region", { name: "Message" });
  const group = (title: "Receives" | "Sends") =>
    operations.locator("section").filter({ has: page.getByRole("heading", { name: title }) });
  return {
    open: (machine: string, query = "") => page.goto(`/asyncapi/${machine}${query}`),
    /** In the list of machines. */
    machine: (name: string) =>
      page.getByRole("table", { name: "Machines" }).getByRole("link", { name }),
    title: page.getByRole("heading", { level: 1 }),
    valid: page.getByText("valid AsyncAPI 3.0"),
    json: page.getByRole("button", { name: "Download JSON" }),
    messages: (title: "Receives" | "Sends") => group(title).getByRole("link"),
    operation: (type: string) => operations.getByRole("link", { name: type }),
    messageTitle: message.getByRole("heading", { level: 2 }),
    example: message.getByRole("region", { name: "Example" }),
  };
}

/** See `asyncapiPage`. */
export type AsyncapiPage = ReturnType<typeof asyncapiPage>;
