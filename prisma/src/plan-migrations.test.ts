import { describe, expect, it } from "vitest";
import { planMigrations } from "./plan-migrations.ts";

const file = (name: string) => ({ name, sql: "SELECT 1", checksum: `sum of ${name}` });
const applied = (name: string) => ({
  name,
  checksum: `sum of ${name}`,
  finishedAt: new Date("2026-11-29T00:00:00Z"),
});

describe("planMigrations", () => {
  it("is every file for a new database", () => {
    expect(planMigrations([file("1"), file("2")], [])).toEqual([file("1"), file("2")]);
  });

  it("is what was not applied yet", () => {
    expect(planMigrations([file("1"), file("2")], [applied("1")])).toEqual([file("2")]);
  });

  it.each([
    ["one that never finished", { ...applied("1"), finishedAt: undefined }, /'1' failed earlier/],
    ["one that was changed since", { ...applied("1"), checksum: "other" }, /'1' was changed/],
    ["one of a newer version", applied("9"), /'9' is unknown here/],
  ])("refuses a database with %s", (_case, row, message) => {
    expect(() => planMigrations([file("1")], [row])).toThrow(message);
  });
});
