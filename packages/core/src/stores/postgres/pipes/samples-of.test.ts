import { describe, expect, it } from "vitest";
import type { FeedView } from "../feeds/list-feeds.ts";
import { samplesOf } from "./samples-of.ts";

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const row = (sink: string, topic: string, waiting: number, second: number) => ({
  ...({ kind: "relay", project: "shop", sink, topic, waiting } as const),
  ...{ retrying: 0, oldestAt: at(second) },
});
const partition = (behind: string, oldestAt: Date | null) =>
  ({ project: "shop", name: "search", behind, notNumbered: "2", oldestAt }) as FeedView;

describe("samples of the pipes", () => {
  it("are one of everything even if nothing waits, since somebody looked", () => {
    expect(samplesOf([], [partition("0", null)])).toEqual([
      { kind: "all", project: "", name: "", waiting: 0, oldestAt: null },
    ]);
  });

  it("add up the topics of a relay, and take the oldest", () => {
    const rows = [
      row("kafka", "events", 3, 9),
      row("kafka", "more", 4, 5),
      row("mail", "more", 1, 7),
    ];

    expect(samplesOf(rows, [])).toEqual([
      { kind: "all", project: "", name: "", waiting: 8, oldestAt: at(5) },
      { kind: "relay", project: "shop", name: "kafka", waiting: 7, oldestAt: at(5) },
      { kind: "relay", project: "shop", name: "mail", waiting: 1, oldestAt: at(7) },
    ]);
  });

  it("count a feed as far behind as its last partition, and not among what is to be delivered", () => {
    const feeds = [partition("5", at(8)), partition("40", at(6)), partition("90", null)];

    expect(samplesOf([], feeds)).toEqual([
      { kind: "all", project: "", name: "", waiting: 0, oldestAt: null },
      { kind: "feed", project: "shop", name: "search", waiting: 42, oldestAt: at(6) },
    ]);
  });
});
