import type { Page } from "@playwright/test";

/** One dead letter, with its dry run and its replay. */
export function letterPage(page: Page) {
  const card = page.getByRole("region", { name: "Replay" });
  const form = card.getByRole("region", { name: "For real" });
  const envelope = page.getByRole("region", { name: "Envelope" });
  return {
    open: (id: string) => page.goto(`/dead-letters/${id}`),
    title: page.getByRole("heading", { level: 1 }),
    wrong: page.getByRole("region", { name: "What went wrong" }),
    masks: envelope.getByText("redacted", { exact: true }),
    verdict: card.getByRole("status"),
    branches: card.getByRole("listitem"),
    /** Ask for the dry run anew, and wait for its report. */
    runAgain: async () => {
      const answered = page.waitForResponse((response) => /dryRun/.test(response.url()));
      await card.getByRole("button", { name: "Run again" }).click();
      await answered;
    },
    form,
    reason: form.getByLabel(/^Reason/),
    replay: form.getByRole("button", { name: "Replay 1 letter" }),
    resolved: page.getByRole("main").getByText("resolved", { exact: true }),
    history: page.getByRole("region", { name: "History" }),
  };
}

/** See `letterPage`. */
export type LetterPage = ReturnType<typeof letterPage>;
