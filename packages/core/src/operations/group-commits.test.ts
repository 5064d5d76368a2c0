import { describe, expect, it } from "vitest";
import type { CommittedSteps, LaneStore } from "../engine/engine-store.ts";
import { CommitConflictError } from "../engine/errors.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { commitOf } from "../testing/commit-makers.ts";
import { groupCommits } from "./group-commits.ts";

/** A store that notes what is committed together, and does not answer before it is told to. */
function slowStore() {
  const groups: (readonly string[])[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const commit = (commits: readonly StepCommit[]) =>
    new Promise<CommittedSteps>((resolve, reject) => {
      groups.push(commits.map(({ subject }) => subject));
      answers.push((error) => {
        const effects = commits.map(({ machineId, subject }) => ({
          machineId,
          subject,
          id: `of ${subject}`,
        }));
        if (error === undefined)
          resolve({ effects: effects as EffectRecord[], hasDeliveries: false });
        else reject(error);
      });
    });
  const answer = async (error?: Error) => {
    await new Promise(setImmediate);
    answers.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { store: { commit } as unknown as LaneStore, groups, answer };
}

const settled = (promises: readonly Promise<CommittedSteps>[]) =>
  Promise.all(
    promises.map((promise) =>
      promise.then(
        ({ effects }) => effects.map(({ id }) => id),
        (error: Error) => error.name,
      ),
    ),
  );

/** Commits of subjects, the first of which is under way before the others come. */
async function commitAll(store: LaneStore, subjects: readonly string[]) {
  const grouped = groupCommits(store);
  const all: Promise<CommittedSteps>[] = [];
  for (const subject of subjects) {
    all.push(grouped.commit([commitOf(subject)]));
    if (all.length === 1) await new Promise(setImmediate);
  }
  return { ends: settled(all) }; // heard from the start, however they end
}

describe("groupCommits", () => {
  it("commits together what came while another was under way, and gives each its own calls", async () => {
    const { store, groups, answer } = slowStore();
    const { ends } = await commitAll(store, ["a", "b", "c"]);
    await answer();
    await answer();
    expect(groups).toEqual([["a"], ["b", "c"]]);
    expect(await ends).toEqual([["of a"], ["of b"], ["of c"]]);
  });

  it("never puts one lane twice into a transaction, and keeps its order", async () => {
    const { store, groups, answer } = slowStore();
    const { ends } = await commitAll(store, ["x", "a", "a", "b"]);
    for (let turn = 0; turn < 3; turn += 1) await answer();
    expect(groups).toEqual([["x"], ["a", "b"], ["a"]]);
    expect(await ends).toHaveLength(4);
  });

  it("does each alone when they do not fit together", async () => {
    const { store, groups, answer } = slowStore();
    const { ends } = await commitAll(store, ["x", "a", "b", "c"]);
    const conflict = new CommitConflictError("row", 1, 0);
    for (const error of [undefined, conflict, undefined, conflict, undefined]) await answer(error);
    expect(groups).toEqual([["x"], ["a", "b", "c"], ["a"], ["b"], ["c"]]);
    expect(await ends).toEqual([["of x"], ["of a"], "CommitConflictError", ["of c"]]);
  });

  it("tells all of them of an outage", async () => {
    const { store, answer } = slowStore();
    const { ends } = await commitAll(store, ["x", "a", "b"]);
    await answer();
    await answer(new StoreUnavailableError("commit steps"));
    expect(await ends).toEqual([["of x"], "StoreUnavailableError", "StoreUnavailableError"]);
  });
});
