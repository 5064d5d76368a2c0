import type { Page } from "@playwright/test";

/** Alerts, their channels, and the settings beside them. */
export function operationsPages(page: Page) {
  const dialog = page.getByRole("dialog");
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) {
      await dialog.getByLabel(label).first().fill(value);
    }
  };
  return {
    openAlerts: () => page.goto("/alerts"),
    openChannels: () => page.goto("/settings/channels"),
    openRedaction: () => page.goto("/settings/redaction"),
    openKeys: () => page.goto("/settings/keys"),
    openRetention: () => page.goto("/settings/retention"),
    newChannel: async (fields: Readonly<Record<string, string>>) => {
      await page.getByRole("button", { name: "New channel" }).click();
      await fill(fields);
      await dialog.getByRole("button", { name: "Save channel" }).click();
    },
    newRule: async (fields: Readonly<Record<string, string>>, channel: string) => {
      await page.getByRole("button", { name: "New rule" }).click();
      await fill(fields);
      await dialog.getByText(channel).click();
      await dialog.getByRole("button", { name: "Save rule" }).click();
    },
    deleteRule: async (name: string) => {
      await page.getByRole("button", { name: `Change rule ${name}` }).click();
      await dialog.getByRole("button", { name: "Delete rule" }).click();
    },
    channel: (name: string) => page.getByRole("listitem").filter({ hasText: name }),
    rule: (name: string) =>
      page.getByRole("table", { name: "Rules" }).getByRole("row").filter({ hasText: name }),
    keys: page.getByRole("table", { name: "Seal keys" }),
    payload: page.getByLabel("JSON"),
    byWhichRules: page.getByLabel("By which rules"),
    rules: page.getByRole("region", { name: "Rules in force" }),
    showMasked: page.getByRole("button", { name: "Show what is masked" }),
    masked: page.getByRole("region", { name: "What people see" }),
    policies: page.getByRole("table", { name: "Policies" }),
    exportCsv: page.getByRole("button", { name: "CSV" }),
  };
}

/** See `operationsPages`. */
export type OperationsPages = ReturnType<typeof operationsPages>;
