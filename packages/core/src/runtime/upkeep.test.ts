import { expect, it } from "vitest";
import type { UpkeepStore } from "../engine/engine-stores.ts";
import { silentLogger } from "../kernel/logger.ts";
import { doUpkeep } from "./upkeep.ts";

it("upkeep that fails in one thing is told, and done in all others", async () => {
  const done: string[] = [];
  const warnings: unknown[] = [];
  const note = (what: string, count: number) => async () => {
    done.push(what);
    return count;
  };
  const store: UpkeepStore = {
    ensurePartitions: async () => {
      throw new Error("permission denied for schema sagascope");
    },
    forgetExpiredReceipts: note("receipts", 7),
    foldCounts: async () => undefined,
    forgetOldCounts: note("counts", 0),
    recordPipes: async () => undefined,
    foldTallies: async () => undefined,
    rollUpTallies: async () => void done.push("tallies"),
    purgeLetters: note("letters", 1),
  };
  const warn = (_message: string, fields?: object) => void warnings.push(fields);

  await doUpkeep(store, { resolvedMs: 1 }, { ...silentLogger, warn });

  expect(done).toEqual(["counts", "tallies", "receipts", "letters"]);
  expect(warnings).toMatchObject([{ task: "make partitions" }]);
});
