import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { defineProject } from "./define-project.ts";
import { InvalidProjectError } from "./errors.ts";
import type { FeedDefinition } from "./feed.ts";
import { FEED_DEFAULTS, feedSettingsOf } from "./feed-settings.ts";

const golden = readGolden<{
  readonly options_defaults: Readonly<Record<string, unknown>>;
  readonly options_invalid: readonly string[];
}>("statesman_vectors");

const feed = (fields: Partial<FeedDefinition> = {}): FeedDefinition => ({
  ...{ name: "test", topic: "events", sink: async () => undefined },
  ...fields,
});

/** The golden file's invalid options that are settings of a feed here, and values that are just out of bounds. */
const INVALID: readonly (readonly [golden: string, field: string, Partial<FeedDefinition>])[] = [
  ["BatchSize <= 0", "batchSize", { batchSize: 0 }],
  ["LeaseTtl <= 0", "leaseMs", { leaseMs: 0, renewMs: 0 }],
  ["LeaseRenewInterval < 0", "renewMs", { renewMs: -1 }],
  ["LeaseRenewInterval >= LeaseTtl", "renewMs", { renewMs: 30_000 }],
  ["PollInterval <= 0", "pollMs", { pollMs: 0 }],
  ["MinRetryDelay <= 0", "retryMinMs", { retryMinMs: 0 }],
  ["MaxRetryDelay < MinRetryDelay", "retryMaxMs", { retryMaxMs: 999 }],
  ["MaxRetryDelay >= LeaseTtl", "retryMaxMs", { retryMaxMs: 30_000 }],
  ["SkipPoisonAfterAttempts <= 0", "onPoison", { onPoison: { kind: "skip", afterFailures: 0 } }],
];

describe("a feed's settings", () => {
  it("are the golden file's unless told otherwise [CFG-10]", () => {
    const settings = feedSettingsOf(feed(), "feed");
    const wanted = golden.options_defaults;
    expect({
      BatchSize: settings.batchSize,
      RequireLease: settings.requireLease,
      LeaseTtl_s: settings.leaseMs / 1_000,
      EffectiveLeaseRenewInterval_s: settings.renewMs / 1_000,
      PollInterval_s: settings.pollMs / 1_000,
      MinRetryDelay_s: settings.retryMinMs / 1_000,
      MaxRetryDelay_s: settings.retryMaxMs / 1_000,
    }).toEqual({
      BatchSize: wanted.BatchSize,
      RequireLease: wanted.RequireLease,
      LeaseTtl_s: wanted.LeaseTtl_s,
      EffectiveLeaseRenewInterval_s: wanted.EffectiveLeaseRenewInterval_s,
      PollInterval_s: wanted.PollInterval_s,
      MinRetryDelay_s: wanted.MinRetryDelay_s,
      MaxRetryDelay_s: wanted.MaxRetryDelay_s,
    });
    expect(settings).toMatchObject({ onPoison: "block", startAt: "earliest", partitions: 1 });
    expect(FEED_DEFAULTS.onPoison).toBe("block");
  });

  it.each(INVALID)("refuse '%s', naming %s [CFG-11][ERR-05]", (title, field, fields) => {
    expect(golden.options_invalid).toContain(title);
    expect(() => feedSettingsOf(feed(fields), "feeds[0]")).toThrow(InvalidProjectError);
    expect(() => feedSettingsOf(feed(fields), "feeds[0]")).toThrow(`feeds[0].${field} `);
  });

  it.each([
    ["partitions", { partitions: 65 }],
    ["partitions", { partitions: 1.5 }],
    ["timeoutMs", { timeoutMs: 20_001 }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["onPoison", { onPoison: { kind: "drop" as "skip", afterFailures: 1 } }],
    ["startAt", { startAt: { position: "12a" } }],
    ["startAt", { startAt: { time: new Date("never") } }],
    ["startAt", { startAt: "now" as "latest" }],
  ] as const)("refuse a %s of %j", (field, fields) => {
    expect(() => feedSettingsOf(feed(fields), "feed")).toThrow(`feed.${field} `);
  });

  it("leave a batch no more time than a lease leaves after a renewal", () => {
    expect(feedSettingsOf(feed({ leaseMs: 3_000 }), "feed")).toMatchObject({
      ...{ renewMs: 1_000, timeoutMs: 1_000, retryMinMs: 750, retryMaxMs: 1_500 },
    });
  });
});

describe("a project's feeds", () => {
  const define = (...feeds: readonly FeedDefinition[]) =>
    defineProject({
      ...{ name: "shop", topics: ["events"], machines: [], routes: [], feeds },
      relays: [{ name: "copy", topic: "events", publish: async () => undefined }],
    });

  it.each([
    ["feeds[0].name must be", [feed({ name: " " })]],
    ["feeds[1].name 'test' is taken", [feed(), feed()]],
    ["feeds[0].name 'copy' is taken", [feed({ name: "copy" })]],
    ["feeds[0].name 'shop' is taken", [feed({ name: "shop" })]],
    ["feeds[0].topic 'else' is not among the topics", [feed({ topic: "else" })]],
    ["feeds[0].batchSize must be", [feed({ batchSize: -1 })]],
  ])("are refused where '%s' [CFG-11][OBX-49]", (problem, feeds) => {
    expect(() => define(...feeds)).toThrow(problem);
  });
});
