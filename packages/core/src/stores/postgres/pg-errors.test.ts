import { describe, expect, it } from "vitest";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { translatePgError } from "./pg-errors.ts";

const throughPrisma = (originalCode: string) => ({
  code: "P2010",
  meta: { driverAdapterError: { cause: { originalCode } } },
});

describe("translatePgError", () => {
  it.each([
    ["pg: admin shutdown", { code: "57P01" }],
    ["pg: connection refused", { code: "ECONNREFUSED" }],
    ["pg: no name server", { code: "EAI_AGAIN" }],
    ["pg: no way to the host", { code: "EHOSTUNREACH" }],
    ["pg: the disk failed", { code: "58030" }],
    ["pg: a primary that became a standby", { code: "25006" }],
    ["pg: cut while waiting", new Error("Connection terminated unexpectedly")],
    ["Prisma: deadlock", throughPrisma("40P01")],
  ])("reports an outage as StoreUnavailableError (%s)", (_case, error) => {
    const translated = translatePgError("load work", error);
    expect(translated).toBeInstanceOf(StoreUnavailableError);
    expect(translated).toMatchObject({
      message: "load work: the store is unavailable",
      cause: error,
    });
  });

  it.each([
    ["pg: unique violation", { code: "23505" }],
    ["Prisma: division by zero", throughPrisma("22012")],
    ["another error", new Error("boom")],
    ["not an error object", "boom"],
  ])("passes anything else through (%s)", (_case, error) => {
    expect(translatePgError("load work", error)).toBe(error);
  });
});
