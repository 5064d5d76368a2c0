import { describe, expect, it } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { type MortalOutbox, mortalOutbox } from "../testing/mortal-outbox.ts";
import {
  LEASE_MS,
  type OutboxContractOptions,
  outboxBench,
} from "../testing/outbox-contract-bench.ts";
import { createOutboxQueue } from "./queue/outbox-queue.ts";
import { createOutboxRelay } from "./relay/outbox-relay.ts";

const KILLER = "killer";
const DELIVERIES_MAX = 20;
/** Each of them one crash, but for one in which only the others' turn comes, and the last, which gives the killer up. */
const LIVES = DELIVERIES_MAX + 2;

/** One life of a process: it works on what is due until nothing is, or a message kills it. */
type Live = (process: MortalOutbox, handle: (text: string) => Promise<void>) => Promise<unknown>;

/** A relay or a queue over a store of messages, one of which kills whoever tries it. */
export function outboxCrashesContract(options: OutboxContractOptions): void {
  describe.each<[string, Live]>([
    ["a relay", liveAsRelay],
    ["a queue", liveAsQueue],
    ["a queue of two subscribers", liveAsTwoSubscribers],
  ])("a message that kills %s whenever it is tried", (_name, live) => {
    const bench = outboxBench(options);

    it("is given up alone: its neighbours, and what comes meanwhile, are delivered", async () => {
      const { addTexts, storage, passTime, look } = bench();
      const [killer = ""] = await addTexts([KILLER, "behind it"], { key: "k" });
      const neighbours = [...(await addTexts(["a", "b", "c", "d"]))];
      neighbours.push(...(await addTexts(["e1", "e2", "e3"], { key: "e" })));
      await addTexts(["f1", "f2"], { topic: "others" });
      const written = ["behind it", "a", "b", "c", "d", "e1", "e2", "e3", "f1", "f2"];
      const tries = new Map<string, number>();
      const delivered: string[] = [];
      let crashes = 0;
      for (let life = 1; life <= LIVES; life += 1) {
        const process = mortalOutbox(storage(), 0);
        const ended = live(process, async (text) => {
          tries.set(text, (tries.get(text) ?? 0) + 1);
          await Promise.resolve(); // others are begun beside it
          if (text === KILLER) process.kill();
          await process.alive(() => void delivered.push(text));
        });
        await Promise.race([ended, process.death]);
        if (process.isDead()) crashes += 1;
        await passTime(LEASE_MS);
        if (life < LIVES) written.push(`new ${life}`);
        if (life < LIVES) await addTexts([`new ${life}`]);
        if (crashes === 3) expect(delivered).toEqual(expect.arrayContaining(["a", "b", "c", "d"]));
      }

      expect(crashes).toBe(DELIVERIES_MAX);
      expect(tries.get(KILLER)).toBe(DELIVERIES_MAX);
      expect(await look(killer)).toMatchObject({ state: "dead", attempts: 0 });
      expect(await bench().first.stats()).toMatchObject({ pending: 0, dead: 1 });
      expect([...new Set(delivered)].sort()).toEqual(written.sort());
      for (const [text, count] of tries) if (text !== KILLER) expect(count).toBeLessThanOrEqual(2);
      for (const id of neighbours) expect((await look(id))?.state ?? "delivered").toBe("delivered");
    });
  });
}

async function liveAsRelay(process: MortalOutbox, handle: (text: string) => Promise<void>) {
  const relay = createOutboxRelay<string>({
    ...{ storage: process.storage, ...standing(), leaseMs: LEASE_MS },
    deliveriesMax: DELIVERIES_MAX,
    decode: (message) => message.json() as string,
    publish: ({ body }) => handle(body),
  });
  await relay.drain();
}

const liveAsQueue: Live = (process, handle) => queueOf(process, handle, [["orders", "others"]]);
const liveAsTwoSubscribers: Live = (process, handle) =>
  queueOf(process, handle, [["others"], ["orders"]]);

async function queueOf(
  process: MortalOutbox,
  handle: (text: string) => Promise<void>,
  subscribers: readonly (readonly string[])[],
) {
  const queue = createOutboxQueue({ storage: process.storage, ...standing() });
  for (const topics of subscribers) {
    queue.subscribe<string>(topics, ({ body }) => handle(body), {
      ...{ leaseMs: LEASE_MS, deliveriesMax: DELIVERIES_MAX },
      decode: (message) => message.json() as string,
    });
  }
  await queue.drain();
}

/** Time stands still in a life. */
function standing() {
  const clock = manualClock();
  return { timers: clock, nowMs: () => clock.now().getTime() };
}
