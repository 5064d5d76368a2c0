import { describe, expect, it } from "vitest";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import { CommitConflictError } from "../engine/errors.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { commitOf, effectWrite } from "../testing/commit-makers.ts";
import { createLostCalls } from "./lost-calls.ts";

const down = new StoreUnavailableError("commit steps");
const calling = (subject: string) => commitOf(subject, [], { effects: [effectWrite("charge")] });
const callOf = (id: string) => ({ id }) as EffectRecord;
const runner = () => {
  const started: string[] = [];
  return { started, start: (effects: readonly EffectRecord[]) => started.push(...idsOf(effects)) };
};
const idsOf = (effects: readonly { readonly id: string }[]) => effects.map(({ id }) => id);

/** Stores whose answers a test gives, and what was asked of them. */
function bench() {
  const searches: { readonly lanes: string; readonly exceptIds: readonly string[] }[] = [];
  let doubts = 0;
  const answers = {
    commit: async (_commits: readonly StepCommit[]): Promise<readonly EffectRecord[]> => [],
    claim: async (): Promise<readonly EffectRecord[]> => [],
    reclaim: async (): Promise<readonly EffectRecord[]> => [],
  };
  const stores = {
    lanes: {
      commit: async (commits: readonly StepCommit[]) => ({
        effects: await answers.commit(commits),
        hasDeliveries: false,
      }),
    },
    effects: {
      claimEffects: () => answers.claim(),
      reclaimEffects: ({ lanes, exceptIds }: Parameters<EffectStore["reclaimEffects"]>[0]) => {
        const subjects = lanes.names.map(({ subject }) => subject);
        searches.push({ lanes: [lanes.kind, ...subjects].join(" "), exceptIds });
        return answers.reclaim();
      },
    },
  } as unknown as EngineStores;
  const lost = createLostCalls(stores, () => {
    doubts += 1;
  });
  return { lost, answers, searches, doubts: () => doubts };
}

async function loseAnswer({ lost, answers }: ReturnType<typeof bench>, ...commits: StepCommit[]) {
  const { commit } = answers;
  answers.commit = () => Promise.reject(down);
  await expect(lost.stores.lanes.commit(commits)).rejects.toBe(down);
  answers.commit = commit;
}

describe("lost calls", () => {
  it("are looked for once after a commit whose answer was lost, in the lanes that asked for calls", async () => {
    const set = bench();
    await loseAnswer(set, calling("o-1"), commitOf("o-2"), calling("o-3"));
    expect(set.doubts()).toBe(1);
    set.answers.reclaim = async () => [callOf("7")];

    expect(idsOf(await set.lost.find(["1"]))).toEqual(["7"]);
    expect(set.searches).toEqual([{ lanes: "only o-1 o-3", exceptIds: ["1"] }]);
    expect(await set.lost.find([])).toEqual([]);
    expect(set.searches).toHaveLength(1);
  });

  it("are not looked for when nothing is in doubt: no calls were asked for, or the commit was refused", async () => {
    const set = bench();
    await loseAnswer(set, commitOf("o-1"));
    set.answers.commit = () => Promise.reject(new CommitConflictError("instance", 1, 0));
    await expect(set.lost.stores.lanes.commit([calling("o-2")])).rejects.toThrow("no longer fits");
    expect(await set.lost.find([])).toEqual([]);
    expect([set.searches, set.doubts()]).toEqual([[], 0]);
  });

  it("are looked for again when the search itself met an outage", async () => {
    const set = bench();
    await loseAnswer(set, calling("o-1"));
    set.answers.reclaim = () => Promise.reject(down);
    await expect(set.lost.find([])).rejects.toBe(down);
    set.answers.reclaim = async () => [callOf("7")];
    expect(idsOf(await set.lost.find([]))).toEqual(["7"]);
  });

  it("do not hold what an answer brought and the runner has not been given yet", async () => {
    const set = bench();
    set.answers.commit = async () => [callOf("5")];
    const created = await set.lost.stores.lanes.commit([calling("o-1")]);
    await loseAnswer(set, calling("o-1"));
    await set.lost.find([]);
    const runs = runner();
    set.lost.startThrough(runs).start(created.effects);
    await loseAnswer(set, calling("o-1"));
    await set.lost.find(["5"]);
    expect(set.searches.map(({ exceptIds }) => exceptIds)).toEqual([["5"], ["5"]]);
    expect(runs.started).toEqual(["5"]);
  });

  it("wait for a lane that is committing, and are looked for once it has", async () => {
    const set = bench();
    await loseAnswer(set, calling("o-1"));
    let answer: (effects: readonly EffectRecord[]) => void = () => undefined;
    set.answers.commit = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const committing = set.lost.stores.lanes.commit([calling("o-1")]);
    expect(await set.lost.find([])).toEqual([]);
    answer([callOf("5")]);
    await committing;
    await set.lost.find([]);
    expect(set.searches).toEqual([{ lanes: "only o-1", exceptIds: ["5"] }]);
  });

  it("are looked for in every lane after a claim whose answer was lost, and later in those that were committing", async () => {
    const set = bench();
    set.answers.claim = () => Promise.reject(down);
    await expect(set.lost.stores.effects.claimEffects([1], 10)).rejects.toBe(down);
    expect(set.doubts()).toBe(1);
    let answer: (effects: readonly EffectRecord[]) => void = () => undefined;
    set.answers.commit = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const committing = set.lost.stores.lanes.commit([commitOf("o-1")]);
    set.answers.reclaim = async () => [callOf("7")];
    expect(idsOf(await set.lost.find(["1"]))).toEqual(["7"]);
    answer([]);
    await committing;
    await set.lost.find(["1"]);
    await set.lost.find(["1"]);
    expect(set.searches).toEqual([
      { lanes: "except o-1", exceptIds: ["1"] },
      { lanes: "only o-1", exceptIds: ["7", "1"] },
    ]);
  });

  it("do not hold what a claim has just brought", async () => {
    const set = bench();
    set.answers.claim = async () => [callOf("5")];
    await set.lost.stores.effects.claimEffects([1], 10);
    await loseAnswer(set, calling("o-1"));
    await set.lost.find([]);
    expect(set.searches).toEqual([{ lanes: "only o-1", exceptIds: ["5"] }]);
  });

  it("hold up commits of the lanes that are searched, and no others", async () => {
    const set = bench();
    await loseAnswer(set, calling("o-1"));
    const committed: string[] = [];
    set.answers.commit = async (commits) => {
      committed.push(...commits.map(({ subject }) => subject));
      return [];
    };
    let answer: (effects: readonly EffectRecord[]) => void = () => undefined;
    set.answers.reclaim = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const search = set.lost.find([]);
    const held = set.lost.stores.lanes.commit([calling("o-1")]);
    await set.lost.stores.lanes.commit([calling("o-2")]);
    expect(committed).toEqual(["o-2"]);
    answer([]);
    await Promise.all([search, held]);
    expect(committed).toEqual(["o-2", "o-1"]);
  });
});
