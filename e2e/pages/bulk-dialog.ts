import type { Page } from "@playwright/test";

/** The dialog over a frozen selection. */
export function bulkDialog(page: Page) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    rehearsal: dialog.getByRole("region", { name: "Dry run" }),
    first: dialog.getByLabel(/^First/),
    rate: dialog.getByLabel(/^Then/),
    reason: dialog.getByLabel(/^Reason/),
    typed: dialog.getByLabel(/^Type \d+ to go on/),
    confirm: (name: RegExp) => dialog.getByRole("button", { name }),
  };
}

/** See `bulkDialog`. */
export type BulkDialog = ReturnType<typeof bulkDialog>;
