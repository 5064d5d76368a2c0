import { describe, expect, it } from "vitest";
import { silentLogger } from "../kernel/logger.ts";
import type { AlertReading } from "./alert-rule.ts";
import type { AlertStore, ClaimedNotice } from "./alert-store.ts";
import { beginLook, outcomeOfFailure, RETRY_DELAYS_MS } from "./watch-alerts.ts";

describe("a notice that could not be told", () => {
  it("is tried again, later each time", () => {
    const delays = RETRY_DELAYS_MS.map((_delay, at) => {
      const outcome = outcomeOfFailure(at + 1, "no");
      return outcome.kind === "again" ? outcome.delayMs : 0;
    });
    expect(delays).toEqual(RETRY_DELAYS_MS);
    expect(delays).toEqual([...delays].sort((one, other) => one - other));
  });

  it("is given up after the last wait", () => {
    expect(outcomeOfFailure(RETRY_DELAYS_MS.length + 1, "no")).toEqual({
      kind: "gave up",
      error: "no",
    });
  });
});

describe("a look at alerts", () => {
  const letters = (subject: string): AlertReading => ({ signal: "new-letter", subject, value: 1 });

  it("waits for no channel: the next one raises and tells while one does not answer", async () => {
    const { store, due, settled } = fakeStore();
    let answer = (): void => undefined;
    const never = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const told: string[] = [];
    const options = {
      ...{ store, owner: "one", logger: silentLogger },
      send: async (_channel: unknown, _message: unknown, noticeId: string) => {
        if (noticeId === "slow") await never;
        told.push(noticeId);
      },
    };

    due.push(notice("slow"));
    const first = await beginLook(options);
    due.push(notice("quick"));
    const second = await beginLook(options);
    await second.told;

    expect([first.changes, second.changes]).toEqual([1, 1]);
    expect(told).toEqual(["quick"]);
    answer();
    await first.told;
    expect(told).toEqual(["quick", "slow"]);
    expect(settled).toEqual(["quick", "slow"]);
  });

  function notice(id: string): ClaimedNotice {
    const message = { kind: "raised", rule: "r", summary: "s", raisedAt: "2026-08-21T12:00:00Z" };
    const channel = { kind: "slack", url: "https://example.com" } as const;
    return {
      id,
      channelId: "c",
      attempts: 1,
      message,
      channel,
      problem: undefined,
    } as ClaimedNotice;
  }

  /** Reads one more subject at each look. */
  function fakeStore() {
    const due: ClaimedNotice[] = [];
    const settled: string[] = [];
    let looks = 0;
    const rule = { id: "r", name: "r", signal: "new-letter", threshold: 1, enabled: true } as const;
    const store: AlertStore = {
      lead: async () => true,
      resign: async () => undefined,
      rules: async () => [{ ...rule, machineId: undefined, channels: ["c"], quiet: undefined }],
      readings: async () => {
        looks += 1;
        return [letters(`machine-${looks}`)];
      },
      open: async () => [],
      apply: async () => undefined,
      claimNotices: async () => due.splice(0),
      settleNotice: async (id) => void settled.push(id),
      forget: async () => 0,
    };
    return { store, due, settled };
  }
});
