import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { NewDeadLetter } from "../dead-letters/letter.ts";
import { advanceJobs } from "../operations/jobs/advance-jobs.ts";
import { decideJob } from "../operations/jobs/decide-job.ts";
import type { JobRequest } from "../operations/jobs/job-request.ts";
import { commitOf, letterOf } from "../testing/commit-makers.ts";
import { contractBench, type EngineContractOptions } from "../testing/contract-stores.ts";

const HASH_OF_NONE = createHash("sha256").digest("hex");

/** What every `ReplayJobStore`, and whoever feeds it, owes an engine and an operator. */
export function replayJobStoreContract(options: EngineContractOptions): void {
  describe("bulk replays", () => {
    const bench = contractBench(options);
    const write = (id: string, subject: string, changes: Partial<NewDeadLetter> = {}) =>
      bench().stores.lanes.commit([
        commitOf(subject, [], { deadLetters: [letterOf(id, { subject, ...changes })] }),
      ]);
    /** Letters with ids in order of capture. */
    const writeAll = async (...subjects: readonly string[]) => {
      for (const [at, subject] of subjects.entries()) await write(`l-${at + 1}`, subject);
    };
    const start = async (settings: Partial<JobRequest> = {}) => {
      const { id: selectionId, hash } = await bench().under.jobs.freeze({});
      const real = { dryRun: false, reason: "mended", canary: 0, actor: "mara" };
      return bench().under.jobs.start({ selectionId, hash, ...real, ...settings });
    };
    const change = (id: string, what: "pause" | "resume" | "cancel") =>
      bench().under.jobs.change({ id, change: what, actor: "mara", reason: "asked" });
    const look = async () => (await advanceJobs(bench().stores.jobs))[0];
    /** Take what was handed out, and say how each letter ended. */
    const perform = async (outcomeOf: (letterId: string) => string = () => "processed") => {
      const { stores, shards } = bench();
      const commands = await stores.commands.claimCommands(shards, 100);
      for (const { id, target } of commands) {
        const outcome = outcomeOf(target.letterId ?? "");
        const status = outcome === "refused" ? "refused" : "done";
        await stores.commands.finishCommand(id, status, { outcome });
      }
      return commands.map(({ target }) => target.letterId);
    };
    /** Look and perform until nothing more comes. */
    const run = async (outcomeOf?: (letterId: string) => string) => {
      const performed: (string | undefined)[] = [];
      for (let round = 0; round < 50; round += 1) {
        const seen = await look();
        if (seen === undefined || seen.state !== "running")
          return { performed, state: seen?.state };
        performed.push(...(await perform(outcomeOf)));
      }
      return { performed, state: "running" };
    };

    it("freeze what a filter finds: open letters that can be replayed, in order of capture", async () => {
      await writeAll("o-1", "o-2", "o-1");
      await write("l-4", "o-4", { source: "state" });
      await write("l-5", "O-5X", { reason: "corrupt", eventType: "order.paid" });
      await write("l-6", "o-6", { project: "another" });
      const { jobs } = bench().under;

      const all = await jobs.freeze({});
      const hash = createHash("sha256").update("l-1\nl-2\nl-3\nl-5").digest("hex");
      expect(all).toMatchObject({ letters: 4, subjects: 3, hash, leftOut: { state: 1 } });
      expect(await jobs.freeze({ subject: "o-5x" })).toMatchObject({ letters: 1, leftOut: {} });
      expect(await jobs.freeze({ reason: "corrupt", eventType: "order.paid" })).toMatchObject({
        letters: 1,
      });
      expect(await jobs.freeze({ ids: ["l-2", "l-4", "l-6"] })).toMatchObject({ letters: 1 });
      expect(await jobs.freeze({ capturedFrom: new Date("2999-01-01") })).toMatchObject({
        letters: 0,
        hash: HASH_OF_NONE,
      });
      const tooMany = Array.from({ length: 10_001 }, String);
      await expect(jobs.freeze({ ids: tooMany })).rejects.toMatchObject({ code: "REPLAY_REFUSED" });
    });

    it("freeze for a resolution every open letter, and resolve these without a replay", async () => {
      await writeAll("o-1", "o-2", "o-1");
      await write("l-4", "o-4", { source: "state" });
      const { jobs } = bench().under;
      const { id: selectionId, hash, letters, leftOut } = await jobs.freeze({}, "resolve");
      expect({ letters, leftOut }).toEqual({ letters: 4, leftOut: {} });
      const request = { selectionId, hash, dryRun: false, reason: "by hand", actor: "mara" };
      await expect(jobs.start({ ...request, kind: "replay" })).rejects.toMatchObject({
        code: "REPLAY_REFUSED",
      });
      await jobs.start({ ...request, canary: 0, kind: "resolve" });
      await look();
      const commands = await bench().stores.commands.claimCommands(bench().shards, 100);
      expect(commands.map(({ kind, target }) => [kind, target.letterId])).toEqual([
        ["resolve", "l-1"],
        ["resolve", "l-2"],
        ["resolve", "l-4"],
      ]);
    });

    it("do nothing with a selection that was frozen for something else", async () => {
      await writeAll("o-1");
      const { jobs } = bench().under;
      expect(await jobs.freeze({}, "assign")).toMatchObject({ letters: 1, purpose: "assign" });
      const archived = await jobs.freeze({}, "archive");
      expect(archived.letters).toBe(0);
      const { id: selectionId, hash } = archived;
      await expect(
        jobs.start({ selectionId, hash, dryRun: true, actor: "mara" }),
      ).rejects.toMatchObject({ code: "REPLAY_REFUSED" });
    });

    it("tell whoever comes second who is at it", async () => {
      await writeAll("o-1", "o-2");
      const { id: selectionId, hash } = await bench().under.jobs.freeze({});
      const request = { selectionId, hash, dryRun: false, reason: "mended" };
      const [first, second] = await Promise.allSettled([
        bench().under.jobs.start({ ...request, actor: "mara" }),
        bench().under.jobs.start({ ...request, actor: "mara" }),
      ]);
      const refused = first?.status === "rejected" ? first : second;
      expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
      expect(refused).toMatchObject({
        reason: { message: expect.stringMatching(/is being worked on already by mara, as job /) },
      });
    });

    it("replay what was frozen and nothing that came later", async () => {
      await writeAll("o-1", "o-2");
      await start();
      await write("l-9", "o-9");
      expect(await run()).toEqual({ performed: ["l-1", "l-2"], state: "done" });
    });

    it("hand out one letter of a subject at a time, in order of capture", async () => {
      await writeAll("o-1", "o-1", "o-2", "o-1");
      await start();
      const rounds: (readonly (string | undefined)[])[] = [];
      while ((await look())?.state === "running") rounds.push(await perform());
      expect(rounds).toEqual([["l-1", "l-3"], ["l-2"], ["l-4"]]);
    });

    it("hold back the later letters of a subject that failed, but for a rehearsal", async () => {
      await writeAll("o-1", "o-1", "o-2", "o-1");
      const outcomeOf = (id: string) => (id === "l-1" ? "dead_lettered" : "processed");
      await start({ pauseShare: 1 });
      expect((await run(outcomeOf)).performed).toEqual(["l-1", "l-3"]);
      await start({ dryRun: true });
      expect((await run(outcomeOf)).performed).toEqual(["l-1", "l-3", "l-2", "l-4"]);
    });

    it("pass over letters that somebody resolved meanwhile", async () => {
      await writeAll("o-1", "o-1");
      await start();
      await bench().stores.lanes.commit([
        commitOf("o-1", [{ kind: "letter-resolved", letterId: "l-1", resolution: "resolved" }]),
      ]);
      expect(await run()).toEqual({ performed: ["l-2"], state: "done" });
    });

    it("try the canary first, and pause if any of it fails", async () => {
      await writeAll("o-1", "o-2", "o-3", "o-4");
      const id = await start({ canary: 2 });
      const outcomeOf = (letter: string) => (letter === "l-2" ? "refused" : "processed");
      expect(await run(outcomeOf)).toEqual({ performed: ["l-1", "l-2"], state: "paused" });
      await change(id, "resume");
      expect(await run()).toEqual({ performed: ["l-3", "l-4"], state: "done" });
    });

    it("take back on a pause what no worker has taken, and hand it out again", async () => {
      await writeAll("o-1", "o-2", "o-3");
      const id = await start();
      await look();
      await bench().stores.commands.claimCommands(bench().shards, 1);
      await change(id, "pause");
      expect(await perform()).toEqual([]);
      await expect(change(id, "pause")).rejects.toMatchObject({ code: "REPLAY_REFUSED" });
      await change(id, "resume");
      await look();
      expect((await perform()).sort()).toEqual(["l-2", "l-3"]);
    });

    it("hand out nothing more once they are cancelled", async () => {
      await writeAll("o-1", "o-2", "o-2");
      const id = await start();
      await look();
      await change(id, "cancel");
      expect(await run()).toEqual({ performed: [], state: undefined });
      await expect(change(id, "resume")).rejects.toMatchObject({ code: "REPLAY_REFUSED" });
    });

    it("go no faster than their rate", async () => {
      await writeAll("o-1", "o-2", "o-3", "o-4");
      await start({ ratePerSecond: 0.1 });
      const rounds: number[] = [];
      for (const ms of [0, 5_000, 6_000, 25_000]) {
        await bench().under.passTime(ms);
        await look();
        rounds.push((await perform()).length);
      }
      expect(rounds).toEqual([1, 0, 1, 1]);
    });

    it("belong to one selection, of a known hash, one real one at a time", async () => {
      await writeAll("o-1");
      const { jobs } = bench().under;
      const { id: selectionId, hash } = await jobs.freeze({});
      const begin = (changes: Partial<JobRequest> = {}) =>
        jobs.start({ selectionId, hash, dryRun: false, reason: "r", actor: "mara", ...changes });
      const refused = { code: "REPLAY_REFUSED" };
      await expect(begin({ hash: HASH_OF_NONE })).rejects.toMatchObject(refused);
      await expect(begin({ selectionId: "none" })).rejects.toMatchObject(refused);
      await expect(begin({ reason: " " })).rejects.toMatchObject(refused);
      await expect(begin({ parallel: 0 })).rejects.toMatchObject(refused);
      const starts = await Promise.allSettled([begin(), begin(), begin()]);
      expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await run()).toMatchObject({ performed: ["l-1"] });
    });

    it("stand in the audit with everything that was done to them, rehearsals do not", async () => {
      await writeAll("o-1");
      await start({ dryRun: true });
      await run();
      expect(await bench().under.inspect.audit()).toEqual([]);
      const id = await start();
      await change(id, "pause");
      await change(id, "resume");
      await run();
      const target = `replay job ${id}`;
      expect(await bench().under.inspect.audit()).toMatchObject([
        { actor: "mara", action: "replay-job", target, outcome: "started", reason: "mended" },
        { actor: "mara", target, outcome: "paused", reason: "asked" },
        { actor: "mara", target, outcome: "running" },
        { actor: "sagascope", target, outcome: "done" },
      ]);
    });

    it("are looked at by one worker at a time, and whoever dies in it has done nothing", async () => {
      await writeAll("o-1", "o-2");
      await start();
      const dying = bench().stores.jobs.advanceJob([], (job) => {
        decideJob(job);
        throw new Error("the worker died");
      });
      await expect(dying).rejects.toThrow("the worker died");
      expect(await perform()).toEqual([]);
      await Promise.all(Array.from({ length: 5 }, look));
      expect((await perform()).sort()).toEqual(["l-1", "l-2"]);
    });
  });
}
