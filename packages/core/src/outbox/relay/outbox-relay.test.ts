import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { InvalidConfigError, StoreUnavailableError } from "../../kernel/errors.ts";
import { readGolden } from "../../testing/golden.ts";
import { until } from "../../testing/queue-bench.ts";
import { relayBench } from "../../testing/relay-bench.ts";
import { T_RELAY } from "../presets.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import type { PublishMessage, RelayRound } from "./relay-round.ts";
import { type RelaySettings, relaySettingsOf, worstCaseRoundMs } from "./relay-settings.ts";

const POLL = { minMs: 50, maxMs: 200, factor: 2 };

/** A relay that runs, on a clock that stands still, with its rounds. */
function running(options: Partial<Parameters<ReturnType<typeof relayBench>["relay"]>[0]> = {}) {
  const bench = relayBench();
  const rounds: RelayRound[] = [];
  const relay = bench.relay({
    ...{ poll: POLL, batchSize: 3, hooks: { onRound: (round) => void rounds.push(round) } },
    ...options,
  });
  let claims = 0;
  const { claim } = bench.outbox.storage;
  bench.outbox.storage.claim = (request) => {
    claims += 1;
    return claim(request);
  };
  return { ...bench, one: relay, rounds, claims: () => claims };
}

describe("a relay that runs", () => {
  it("looks again at once behind a full batch, soon behind a part of one, and ever less often while there is nothing [RLY-14][RLY-10]", async () => {
    const { one, add, clock, claims, rounds } = running();
    add([1, 2, 3, 4, 5, 6, 7]);
    one.start();
    await until(() => rounds.length === 3);
    expect(rounds.map(({ claimed }) => claimed)).toEqual([3, 3, 1]);
    const waits: number[] = [];
    for (let look = 0; look < 5; look += 1) {
      await until(() => clock.waitingTimers() === 1);
      const before = claims();
      const from = clock.now().getTime();
      const due = clock.nextDueAt()?.getTime() ?? 0;
      waits.push(due - from);
      clock.advance(due - from);
      await until(() => claims() > before);
    }
    expect(waits).toEqual([50, 50, 100, 200, 200]);
    await one.stop();
  });

  it("is woken, also by a call that came before it slept [RLY-14]", async () => {
    const { one, add, clock, claims, published } = running();
    one.start();
    await until(() => clock.waitingTimers() === 1);
    add(["x"]);
    one.wake();
    await until(() => published.length === 1);
    await until(() => clock.waitingTimers() === 1);
    const before = claims();
    one.wake();
    one.wake();
    await until(() => claims() === before + 1 && clock.waitingTimers() === 1);
    await one.stop();
  });

  it("listens while it runs, and says once that polling has to do where nobody tells [RLY-12]", async () => {
    const closed: string[] = [];
    let onWake = (): void => undefined;
    const wakeUps = {
      listen: async (wake: () => void) => {
        onWake = wake;
        return { close: async () => void closed.push("closed") };
      },
    };
    const { one, add, clock, published } = running({ wakeUps });
    one.start();
    await until(() => clock.waitingTimers() === 1);
    add(["x"]);
    onWake();
    await until(() => published.length === 1);
    await one.stop();
    expect(closed).toEqual(["closed"]);

    const deaf = running({ wakeUps: { listen: async () => Promise.reject(new Error("no")) } });
    deaf.add(["y"]);
    deaf.one.start();
    await until(() => deaf.published.length === 1 && deaf.clock.waitingTimers() === 1);
    expect(deaf.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
    await deaf.one.stop();
  });

  it("waits when the store fails, whoever wakes it, and goes on [RLY-19]", async () => {
    const { one, add, clock, outbox, published, lines } = running();
    const { claim } = outbox.storage;
    outbox.storage.claim = async () => {
      outbox.storage.claim = claim;
      throw new StoreUnavailableError("claim messages");
    };
    add(["x"]);
    one.start();
    await until(() => clock.waitingTimers() === 1);
    one.wake();
    expect(published).toEqual([]);
    expect(lines).toContainEqual(expect.objectContaining({ message: "a relay's round failed" }));
    clock.advance(1_000);
    await until(() => published.length === 1);
    await one.stop();
  });

  it("ends a wait behind a failure at once when it is stopped [RLY-19]", async () => {
    const { one, outbox, clock } = running();
    outbox.storage.claim = async () => Promise.reject(new Error("down"));
    one.start();
    await until(() => clock.waitingTimers() === 1);
    await one.stop();
    expect(clock.waitingTimers()).toBe(0);
  });

  it("finishes its round when it is stopped, and takes no more; stopping again is no harm [RLY-15][RLY-17]", async () => {
    let finish: (() => void) | undefined;
    const published: unknown[] = [];
    const publish: PublishMessage<unknown> = async ({ body }) => {
      if (body === 1)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      published.push(body);
    };
    const { one, add, outbox } = running({ publish, concurrency: 1 });
    add([1, 2, 3, 4, 5]);
    one.start();
    await until(() => outbox.rows().some(({ token }) => token !== undefined));
    await until(() => finish !== undefined);
    const stopped = one.stop();
    finish?.();
    await Promise.all([stopped, one.stop()]);
    expect(published).toEqual([1, 2, 3]);
    expect(outbox.rows().filter(({ status }) => status === "pending")).toHaveLength(2);
  });

  it("settles what was accepted and hands the rest back when its time to stop is over [RLY-16]", async () => {
    const aborted: unknown[] = [];
    const publish: PublishMessage<unknown> = async ({ body }, { signal }) => {
      if (body === 1) return;
      await new Promise(() => signal.addEventListener("abort", () => aborted.push(body)));
    };
    const { one, add, clock, outbox } = running({ publish, concurrency: 1 });
    add([1, 2, 3]);
    one.start();
    await until(() => clock.waitingTimers() === 2 && outbox.rows()[0]?.token !== undefined);
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    const stopped = one.stop(400);
    clock.advance(400);
    await stopped;
    expect(aborted).toEqual([2]);
    expect(outbox.rows().map(({ status, deliveries }) => [status, deliveries])).toEqual([
      ["delivered", 1],
      ["pending", 0],
      ["pending", 0],
    ]);
  });

  it("ends its round at the first signal and gives it up at the second, leaving others' listeners where they are [RLY-15][LIM-25]", async () => {
    const source = new EventEmitter();
    const others: string[] = [];
    source.on("SIGTERM", () => others.push("heard"));
    const publish: PublishMessage<unknown> = () => new Promise(() => undefined);
    const { one, add, clock, outbox } = running({ publish });
    add([1]);
    one.start();
    stopOnSignals(source, one);
    await until(() => clock.waitingTimers() === 2);
    source.emit("SIGTERM");
    for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
    expect(outbox.rows()[0]?.token).toBeDefined();
    source.emit("SIGINT");
    clock.advance(0);
    await one.stop();

    expect(outbox.rows()[0]).toMatchObject({ status: "pending", token: undefined });
    await until(() => source.listenerCount("SIGINT") === 0);
    expect(source.listenerCount("SIGTERM")).toBe(1);
    expect(others).toEqual(["heard"]);
  });

  it("runs by hand until nothing is due, for cron jobs [RLY-17]", async () => {
    const { one, add, published } = running();
    add([1, 2, 3, 4, 5, 6, 7]);
    expect(await one.drain()).toBe(7);
    expect(published).toHaveLength(7);
  });

  it("has a name of its own, and says whether it is well [RLY-22][RLY-06]", async () => {
    const { one, relay, outbox } = running();
    expect(one.owner).not.toBe(relay().owner);
    expect(relay({ owner: "pod-1" }).owner).toBe("pod-1");
    expect(await one.isHealthy()).toBe(true);
    outbox.storage.stats = async () => Promise.reject(new Error("down"));
    expect(await one.isHealthy()).toBe(false);
  });

  it.each<[string, Partial<RelaySettings>]>([
    ["batchSize", { batchSize: 0 }],
    ["concurrency", { concurrency: 0 }],
    ["attemptsMax", { attemptsMax: 0 }],
    ["deliveriesMax", { deliveriesMax: 1.5 }],
    ["leaseMs", { leaseMs: 0 }],
    ["publishTimeoutMs", { publishTimeoutMs: 0 }],
    ["storageErrorDelayMs", { storageErrorDelayMs: -1 }],
    ["visibilityDelayMs", { visibilityDelayMs: -1 }],
    ["order", { order: "sometimes" as "loose" }],
    ["onPoison", { onPoison: "panic" as "block" }],
    ["onFailure", { onFailure: "panic" as "stop" }],
    ["poll.minMs", { poll: { minMs: 0, maxMs: 1, factor: 2 } }],
    ["poll.maxMs", { poll: { minMs: 2, maxMs: 1, factor: 2 } }],
    ["poll.factor", { poll: { minMs: 1, maxMs: 1, factor: 0.5 } }],
    ["poll.jitter", { poll: { minMs: 1, maxMs: 1, factor: 1, jitter: 2 } }],
  ])("refuses a %s that makes no sense, by its name [ERR-04][RLY-06]", (setting, settings) => {
    expect(() => relaySettingsOf(settings)).toThrow(InvalidConfigError);
    expect(() => relaySettingsOf(settings)).toThrow(setting);
  });

  it("warns when a round may outlive its lease, and tells how long one may take [LEA-13][OPS-03]", () => {
    const { config_warns: warns, config_defaults: fine } = readGolden<{
      readonly config_warns: Readonly<Record<string, number>>;
      readonly config_defaults: Readonly<Record<string, number>>;
    }>("txoutbox_vectors");
    const { lines, relay } = relayBench();
    const settings = {
      batchSize: warns.batch_size ?? 0,
      concurrency: warns.concurrency ?? 0,
      publishTimeoutMs: (warns.publish_timeout_s ?? 0) * 1_000,
      leaseMs: (warns.lease_s ?? 0) * 1_000,
    };
    relay(settings);
    expect(worstCaseRoundMs(settings)).toBe((warns.worst_case_round_s ?? 0) * 1_000);
    expect(lines).toMatchObject([{ level: "warn" }]);

    relay(T_RELAY);
    expect(worstCaseRoundMs(T_RELAY)).toBe((fine.worst_case_round_s ?? 0) * 1_000);
    expect(lines).toHaveLength(1);
  });
});
