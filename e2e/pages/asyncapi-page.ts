import type { Page } from "@playwright/test";

/** What machines, systems and services publish and consume. */
export function asyncapiPage(page: Page) {
  const operations = page.getByRole("navigation", { name: "Operations" });
  const message = page.getByRole("region", { name: "Message" });
  const changes = page.getByRole("region", { name: "Changes" });
  const dialog = page.getByRole("dialog", { name: "Import a document" });
  const group = (title: string) =>
    operations.locator("section").filter({ has: page.getByRole("heading", { name: title }) });
  return {
    open: (machine: string, query = "") => page.goto(`/asyncapi/${machine}${query}`),
    openSystem: (project: string) => page.goto(`/asyncapi/-/system/${project}`),
    openService: (name: string) => page.goto(`/asyncapi/-/import/${name}`),
    openViewer: (kind: "machine" | "system" | "import", name: string) =>
      page.goto(`/asyncapi/-/viewer/${kind}/${encodeURIComponent(name)}`),
    /** In the list of documents. */
    machine: (name: string) =>
      page.getByRole("table", { name: "Machines" }).getByRole("link", { name }),
    title: page.getByRole("heading", { level: 1 }),
    valid: page.getByText("valid AsyncAPI 3.0"),
    json: page.getByRole("button", { name: "Download JSON" }),
    messages: (title: "Receives" | "Sends") => group(title).getByRole("link"),
    part: (title: "Schemas" | "Channels" | "Servers", name: string) =>
      group(title).getByRole("link", { name }),
    operation: (type: string) =>
      operations
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: /^(Receives|Sends)/ }) })
        .getByRole("link", { name: type }),
    search: page.getByRole("textbox", { name: "Search messages" }),
    messageTitle: message.getByRole("heading", { level: 2 }),
    fields: message.getByRole("table", { name: "Fields of the data" }),
    example: message.getByRole("region", { name: "Example" }),
    live: page.getByRole("region", { name: "Live" }),
    channel: page.getByRole("region", { name: "Channel" }),
    server: page.getByRole("region", { name: "Server" }),
    changes,
    versions: page.getByRole("region", { name: "Versions" }),
    viewer: page.frameLocator('iframe[title="AsyncAPI viewer"]').locator("body"),
    publicPages: page.getByRole("link", { name: "Public pages" }),
    openToPublic: page.getByRole("button", { name: "Open to the public" }),
    closePublic: page.getByRole("button", { name: "Close the public pages" }),
    async import(text: string, name: string) {
      await page.goto("/asyncapi");
      await page.getByRole("button", { name: "Import a document" }).click();
      await dialog.getByLabel(/^Document/).fill(text);
      await dialog.getByLabel(/^Name of the service/).fill(name);
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
    },
    /** Forgets the document that is looked at, after its confirmation. */
    async forget() {
      await page.getByRole("button", { name: "Forget this import…" }).click();
      const question = page.getByRole("dialog", { name: "Forget this import" });
      await question.getByRole("button", { name: /^Forget \d+ version/ }).click();
    },
    /** In the list of documents. */
    service: (name: string) => page.getByRole("link", { name, exact: true }),
    importProblem: dialog.getByRole("alert").filter({ hasText: /./ }),
  };
}

/** See `asyncapiPage`. */
export type AsyncapiPage = ReturnType<typeof asyncapiPage>;
