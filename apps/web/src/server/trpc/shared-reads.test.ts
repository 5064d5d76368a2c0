// @vitest-environment node
import type { PrismaClient } from "@sagascope/database";
import { describe, expect, it, vi } from "vitest";
import { createReadCache } from "../live/read-cache.ts";
import { callerAs } from "./testing/caller-as.ts";

function counting() {
  const findMany = vi.fn(async (): Promise<object[]> => []);
  const prisma = { machine: { findMany } } as unknown as PrismaClient;
  const reads = createReadCache();
  return {
    findMany,
    reads,
    caller: (role: "viewer" | "admin") => callerAs(role, { prisma, reads }),
  };
}

describe("readProcedure", () => {
  it("makes one query of many browsers that ask the same at once", async () => {
    const { findMany, caller } = counting();
    const browsers = Array.from({ length: 50 }, (_, at) => caller(at % 2 ? "viewer" : "admin"));
    await Promise.all(browsers.map((browser) => browser.instances.machines()));
    expect(findMany).toHaveBeenCalledTimes(1);
  });

  it("asks the database again after a change", async () => {
    const { findMany, reads, caller } = counting();
    await caller("viewer").instances.machines();
    reads.clear();
    await caller("viewer").instances.machines();
    expect(findMany).toHaveBeenCalledTimes(2);
  });

  it("gives nobody an answer whose role may not ask", async () => {
    const { caller, reads, findMany } = counting();
    await caller("viewer").instances.machines();
    await expect(callerAs(undefined, { reads }).instances.machines()).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(findMany).toHaveBeenCalledTimes(1);
  });

  it("does not keep a failure", async () => {
    const { findMany, caller } = counting();
    findMany.mockRejectedValueOnce(Object.assign(new Error("down"), { code: "ECONNREFUSED" }));
    await expect(caller("viewer").instances.machines()).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(await caller("viewer").instances.machines()).toEqual({ machines: [], count: 0 });
  });
});
