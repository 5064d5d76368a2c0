import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { advanceJobs } from "../operations/jobs/advance-jobs.ts";
import { commitOf, letterOf } from "../testing/commit-makers.ts";
import {
  CONTRACT_EFFECT_LEASE_MS,
  CONTRACT_LEASE_MS,
  CONTRACT_PROJECT,
  type EngineContractOptions,
  joinAs,
} from "../testing/contract-stores.ts";
import { seededRandom, textNoise } from "../testing/error-texts.ts";
import type { LetterFilter } from "./replay-jobs.ts";

const REASONS = ["max_attempts", "corrupt", "instance_done"] as const;
const CAUSES = ["cause-a", "cause-b", "cause-c"] as const;
const TYPES = ["order.placed", "order.paid"] as const;
const SOURCES = ["envelope", "envelope", "effect", "state", "relay", "feed"] as const;
const FILTERS_PER_STORE = 100;

type Letter = ReturnType<typeof letterOf>;

/**
 * What is replayed is what was previewed, whatever the filter, while letters arrive.
 *
 * @param seeds - of each 100 filters are tried on stores of their own
 */
export function selectionsContract(options: EngineContractOptions, seeds: readonly number[]): void {
  it.each(seeds)(
    "replay what was previewed for any filter while letters arrive, seed %i",
    async (seed) => {
      const under = await options.makeStores({
        project: CONTRACT_PROJECT,
        leaseMs: CONTRACT_LEASE_MS,
        effectLeaseMs: CONTRACT_EFFECT_LEASE_MS,
      });
      const { stores, fences } = await joinAs(under, "first");
      const shards = fences.map(({ shard }) => shard);
      const random = seededRandom(seed);
      const { number, pick } = textNoise(random);
      const known: Letter[] = [];

      const arrive = async () => {
        const id = `l-${String(known.length).padStart(6, "0")}`;
        const letter = letterOf(id, {
          subject: `s-${number(7)}`,
          consumer: pick(["order", "audit"]),
          reason: pick(REASONS),
          fingerprint: pick(CAUSES),
          eventType: pick(TYPES),
          source: pick(SOURCES),
        });
        known.push(letter);
        await stores.lanes.commit([commitOf(letter.subject, [], { deadLetters: [letter] })]);
      };
      const filterOf = (): LetterFilter => ({
        ...(number(3) === 0 ? { consumer: pick(["order", "audit"]) } : {}),
        ...(number(3) === 0 ? { reason: pick(REASONS) } : {}),
        ...(number(3) === 0 ? { cause: pick(CAUSES) } : {}),
        ...(number(3) === 0 ? { eventType: pick(TYPES) } : {}),
        ...(number(3) === 0 ? { subject: pick(["S-1", "s-", "-4"]) } : {}),
        ...(number(4) === 0
          ? { ids: known.filter(() => number(2) === 0).map(({ id }) => id) }
          : {}),
      });
      const execute = async (): Promise<string[]> => {
        const executed: string[] = [];
        while ((await advanceJobs(stores.jobs)).some(({ state }) => state === "running")) {
          if (number(3) === 0) await arrive();
          for (const { id, target } of await stores.commands.claimCommands(shards, 100)) {
            executed.push(target.letterId ?? "");
            await stores.commands.finishCommand(id, "done", { outcome: "processed" });
          }
        }
        return executed.sort();
      };

      for (let made = 0; made < 12; made += 1) await arrive();
      for (let tried = 0; tried < FILTERS_PER_STORE; tried += 1) {
        const filter = filterOf();
        const before = known.filter((letter) => isMeant(filter, letter)).map(({ id }) => id);
        const [{ id: selectionId, hash, letters }] = await Promise.all([
          under.jobs.freeze(filter),
          ...(number(4) === 0 ? [arrive()] : []),
        ]);
        const real = { dryRun: false, reason: "r", actor: "mara", canary: 0, parallel: 100 };
        await under.jobs.start({ selectionId, hash, ...real });
        const executed = await execute();
        expect(executed).toHaveLength(letters);
        expect(createHash("sha256").update(executed.join("\n")).digest("hex")).toBe(hash);
        // Whatever was there when it was frozen is in; of what arrived at that moment it may be.
        expect(executed.slice(0, before.length)).toEqual(before);
        expect(executed.length).toBeLessThanOrEqual(before.length + 1);
      }
      await under.close();
    },
  );
}

function isMeant(filter: LetterFilter, letter: Letter): boolean {
  const { consumer, reason, cause, eventType, subject, ids } = filter;
  const wanted = [
    [consumer, letter.consumer],
    [reason, letter.reason],
    [cause, letter.fingerprint],
    [eventType, letter.eventType],
  ] as const;
  return (
    letter.source !== "state" &&
    wanted.every(([asked, found]) => asked === undefined || asked === found) &&
    letter.subject.includes(subject?.toLowerCase() ?? "") &&
    (ids?.includes(letter.id) ?? true)
  );
}
