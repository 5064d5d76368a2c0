import type { Page } from "@playwright/test";

/** One replay job, and the list of all. */
export function jobPage(page: Page) {
  const title = page.getByRole("heading", { level: 1 });
  const progress = page.getByRole("region", { name: "Progress" });
  const pace = page.getByRole("region", { name: "Pace" });
  const letters = page.getByRole("table", { name: "Letters of the job" });
  const which = page.getByRole("group", { name: "Which letters" });
  return {
    open: (id: string, query = "") => page.goto(`/replay-jobs/${id}${query}`),
    openList: () => page.goto("/replay-jobs"),
    title,
    list: page.getByRole("table", { name: "Replay jobs" }),
    /** The id that stands in the address. */
    id: () => new URL(page.url()).pathname.split("/").at(-1) ?? "",
    /** Beside the title; the phases have names that are the same. */
    state: (name: string) => title.locator("..").getByText(name, { exact: true }),
    progress,
    pace,
    letters,
    which: (name: RegExp) => which.getByRole("button", { name }),
    /** How many letters stand how; what has none is not told, failed ones apart. */
    counts: async () => {
      const labels = await which.getByRole("button").allTextContents();
      return Object.fromEntries(
        labels.map((label) => {
          const [, name = label, count = ""] = /^(.+) ([\d,]+)$/.exec(label) ?? [];
          return [name, Number(count.replaceAll(",", ""))];
        }),
      );
    },
    /** Subjects of the letters on this page, in the order of their numbers. */
    subjects: () => letters.locator("tbody tr td:nth-child(2)").allTextContents(),
    setRate: async (rate: string) => {
      await pace.getByLabel(/^Rate/).fill(rate);
      await pace.getByRole("button", { name: "Set pace" }).click();
    },
    change: async (
      name: "Pause" | "Resume" | "Cancel the job…",
      confirm: string,
      reason: string,
    ) => {
      await pace.getByRole("button", { name, exact: true }).click();
      await pace.getByLabel(/^Reason/).fill(reason);
      await pace.getByRole("button", { name: confirm }).click();
    },
  };
}

/** See `jobPage`. */
export type JobPage = ReturnType<typeof jobPage>;
