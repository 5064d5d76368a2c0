import { describe, expect, it } from "vitest";
import { lastProblem } from "./launch-server.ts";

describe("lastProblem", () => {
  it("is the reason Postgres gave up for, without its time stamp", () => {
    const log = [
      "2026-11-29 22:00:00.000 UTC [7] LOG:  starting PostgreSQL 18.4",
      '2026-11-29 22:00:00.010 UTC [7] FATAL:  lock file "postmaster.pid" is empty',
      "2026-11-29 22:00:00.011 UTC [7] HINT:  Either another server is starting, or …",
    ].join("\n");

    expect(lastProblem(log)).toBe('lock file "postmaster.pid" is empty');
  });

  it("is the last line where nothing was fatal", () => {
    expect(lastProblem("postgres: invalid option -- 'z'\n")).toBe(
      "postgres: invalid option -- 'z'",
    );
  });
});
