// @vitest-environment node
import type { PrismaClient } from "@sagascope/database";
import { describe, expect, it } from "vitest";
import { readRedaction } from "./redacted.ts";

/** A database whose rules change, and that counts who asks. */
function databaseWith(answers: readonly (readonly object[] | Error)[]) {
  let asked = 0;
  const findMany = async () => {
    const answer = answers[asked] ?? [];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const prisma = { redactionRule: { findMany } } as unknown as PrismaClient;
  return { prisma, asked: () => asked };
}

const LOTS = [{ project: "shop", machineId: "", settings: { extraKeys: ["lot"] } }];
const mask = async (prisma: PrismaClient) =>
  (await readRedaction(prisma)).shared.redact({ lot: "L-1" }).value;

describe("readRedaction", () => {
  it("is one statement for all who ask at the same time, and another one later", async () => {
    const { prisma, asked } = databaseWith([LOTS, []]);
    expect(await Promise.all([mask(prisma), mask(prisma)])).toEqual([
      { lot: "***" },
      { lot: "***" },
    ]);
    expect(asked()).toBe(1);
    expect(await mask(prisma)).toEqual({ lot: "L-1" });
  });

  it("fails with the read, rather than mask by fewer rules, and is tried again", async () => {
    const { prisma } = databaseWith([new Error("gone"), LOTS]);
    await expect(mask(prisma)).rejects.toThrow("gone");
    expect(await mask(prisma)).toEqual({ lot: "***" });
  });
});
