import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { type ReadPage, testReadStates, testRefusedRead } from "@/trpc/testing/read-states.tsx";
import { RetentionPage } from "./retention-page.tsx";

const RETENTION: RouterOutputs["settings"]["retention"] = {
  policies: [{ project: "shop", policy: {}, letters: {}, notedAt: new Date(0) }],
  partitions: [],
};
const read: ReadPage = {
  page: <RetentionPage />,
  path: "settings.retention",
  unreadable: "Retention",
  consequence: "Policies may be there.",
  answer: RETENTION,
  shown: "shop",
  none: {
    answer: { ...RETENTION, policies: [] },
    words: "No worker has said yet what it keeps.",
  },
};

const DAY_MS = 86_400_000;
const day = (at: number) => new Date(Date.UTC(2026, 10, at));
const draw = (answer: typeof RETENTION) =>
  drawWithAnswers(read.page, {
    "session.me": () => ({ role: "admin", permissions: ["view", "administer"] }),
    "settings.retention": () => answer,
  });
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell"));

describe("RetentionPage", () => {
  it("says for how long a project keeps what, and what it keeps for ever", async () => {
    const policy = { events: 30 * DAY_MS, operations: 90 * DAY_MS };
    draw({ ...RETENTION, policies: RETENTION.policies.map((each) => ({ ...each, policy })) });
    const [shop = []] = cellsOf(await screen.findByRole("table", { name: "Policies" }));
    expect(shop.slice(1, 6).map(({ textContent }) => textContent)).toEqual([
      ...["30 d", "for ever", "for ever", "for ever", "90 d"],
    ]);
  });

  it("says of each table from when until when it reaches, and calls no day a week", async () => {
    const table = { what: "events" as const, rows: "7", bytes: "8192" };
    draw({
      ...RETENTION,
      partitions: [
        { ...table, name: "event_20261129", startsAt: day(29), endsAt: day(30) },
        { ...table, name: "event_p20261130", startsAt: day(30), endsAt: day(37) },
      ],
    });
    const rows = cellsOf(await screen.findByRole("table", { name: "Tables by time" }));
    const timesOf = (cells: readonly HTMLElement[]) =>
      cells.flatMap((cell) => [...cell.querySelectorAll("time")]).map((time) => time.dateTime);
    expect(rows.map(timesOf)).toEqual([
      [day(29), day(30)].map((at) => at.toISOString()),
      [day(30), day(37)].map((at) => at.toISOString()),
    ]);
    expect(screen.queryByText("Weeks")).toBeNull();
  });

  testReadStates(read);
  testRefusedRead(read);
});
