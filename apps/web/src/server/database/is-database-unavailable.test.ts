import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "./is-database-unavailable.ts";

describe("isDatabaseUnavailable", () => {
  it.each([
    ["a refused connection", Object.assign(new Error("connect"), { code: "ECONNREFUSED" })],
    ["a server that is shutting down", Object.assign(new Error("terminating"), { code: "57P01" })],
    ["a pool without a connection in time", new Error("timeout exceeded when trying to connect")],
    [
      "every address refused",
      new AggregateError([Object.assign(new Error(), { code: "ECONNREFUSED" })]),
    ],
    [
      "Prisma's wrapping of it",
      Object.assign(new Error("P1001"), {
        meta: { driverAdapterError: { cause: { originalCode: "08006" } } },
      }),
    ],
  ])("recognises %s", (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ["a wrong query", Object.assign(new Error("syntax"), { code: "42601" })],
    ["a doubled key", Object.assign(new Error("unique"), { code: "P2002" })],
    ["no error", undefined],
  ])("leaves %s alone", (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it("gives up on a chain of causes that never ends", () => {
    const error: { cause?: unknown } = {};
    error.cause = error;
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
