import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LogicArgs, ServiceCall } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { silentLogger } from "../kernel/logger.ts";
import { generateSealKey, parseSealKeys } from "../kernel/seal/seal-key-ring.ts";
import { defineProject } from "../projects/define-project.ts";
import {
  CONTRACT_EFFECT_LEASE_MS,
  CONTRACT_LEASE_MS,
  type EngineContractOptions,
  type StoresUnderTest,
} from "../testing/contract-stores.ts";
import { createOnceRunner, type OnceRunnerOptions } from "./run-once.ts";

const KEYS = parseSealKeys(`k1:${generateSealKey()}`);

/** `list` notes numbers and throws at 13; `asker` calls a service. */
function handleProject() {
  const broken = new Set([13]);
  const calls: string[] = [];
  const note = assign({
    seen: ({ context, event }: LogicArgs) => {
      if (broken.has(event.payload.n)) throw new Error("it is broken");
      return [...context.seen, event.payload.n];
    },
  });
  const project = defineProject({
    name: "handled",
    topics: ["commands", "events", { name: "shared", onUnknown: "ignore" }],
    routes: [
      { topic: "commands", type: "note", machine: "list", event: "NOTE" },
      { topic: "commands", type: "ask", machine: "asker", event: "ASK" },
    ],
    machines: [
      {
        chart: {
          id: "list",
          initial: "open",
          context: { seen: [] },
          states: { open: { on: { NOTE: { actions: ["note"] } } } },
        },
        logic: { actions: { note } },
      },
      {
        chart: {
          id: "asker",
          initial: "idle",
          states: {
            idle: { on: { ASK: "asking" } },
            asking: { invoke: { id: "ask", src: "ask", onDone: "told" } },
            told: { type: "final" },
          },
        },
        logic: {
          services: {
            ask: async ({ subject }: ServiceCall) => {
              calls.push(subject);
              return "yes";
            },
          },
        },
      },
    ],
  });
  return { project, broken, calls };
}

const note = (n: number, fields = {}) =>
  createEnvelope({ ...{ type: "note", source: "/test", subject: "k", data: { n } }, ...fields });

/** What `handle` promises, over whatever stores. Call it inside a `describe` named after the implementation. */
export function handleContract({ makeStores }: EngineContractOptions): void {
  const open = async () => {
    const { project, broken, calls } = handleProject();
    const leases = { leaseMs: CONTRACT_LEASE_MS, effectLeaseMs: CONTRACT_EFFECT_LEASE_MS };
    const under = await makeStores({ project, ...leases });
    const join = async (
      workerId: string,
      wrap: (stores: OnceRunnerOptions["stores"]) => OnceRunnerOptions["stores"] = (stores) =>
        stores,
    ) => {
      const stores = under.storesOf(workerId);
      await stores.workers.register({ host: "h", pid: 1, version: "1", machines: [] });
      const runner = createOnceRunner({
        ...{
          project,
          charts: under.charts,
          stores: wrap(stores),
          keys: KEYS,
          logger: silentLogger,
        },
      });
      return { runner, leave: () => stores.workers.leave() };
    };
    return { under, broken, calls, join };
  };
  const seenIn = async ({ inspect }: StoresUnderTest) => {
    const instance = (await inspect.instances()).find(({ subject }) => subject === "k");
    return (instance?.snapshot as { context?: { seen: readonly number[] } } | undefined)?.context
      ?.seen;
  };
  const reasons = async ({ inspect }: StoresUnderTest) =>
    (await inspect.letters()).map(({ reason }) => reason);

  describe("handling one envelope", () => {
    it("answers with what came of it, once its work is done [DSP-04]", async () => {
      const { under, calls, join } = await open();
      const { runner } = await join("a");
      const first = note(1);
      expect(await runner.handle(first)).toBe("processed");
      expect(await runner.handle(first)).toBe("duplicate");
      expect(await runner.handle(encodeEnvelope(note(2)))).toBe("processed");
      expect(await runner.handle(note(3, { id: first.id }))).toBe(
        "dead_lettered:idempotency_mismatch",
      );
      expect(await runner.handle(note(4, { type: "never.heard.of" }))).toBe(
        "dead_lettered:unknown_event",
      );
      expect(await runner.handle(note(4, { type: "never.heard.of" }), "shared")).toBe("ignored");
      expect(await seenIn(under)).toEqual([1, 2]);

      expect(await runner.handle(note(1, { type: "ask", subject: "q" }))).toBe("processed");
      expect(calls).toEqual(["q"]);
      const { states } =
        (await under.inspect.instances()).find(({ subject }) => subject === "q") ?? {};
      expect(states).toEqual(["told"]);
      await under.close();
    });

    it("does not throw at what is no envelope: it is a dead letter [DSP-04]", async () => {
      const { under, join } = await open();
      const { runner } = await join("a");
      for (const text of ["", "{", "[]", '{"specversion":"1.0"}']) {
        expect(await runner.handle(text)).toBe("dead_lettered:corrupt");
      }
      const round: { itself?: unknown } = {};
      round.itself = round;
      const unwritable = { ...note(1), data: round as never };
      expect(await runner.handle(unwritable)).toBe("dead_lettered:corrupt");
      expect(await reasons(under)).toEqual(Array(5).fill("corrupt"));
      expect(await runner.handle(note(1))).toBe("processed");
      await under.close();
    });

    it("handles first what came before it for its subject", async () => {
      const { under, join } = await open();
      const { runner } = await join("a");
      await under.publish("commands", [note(1), note(2)]);
      expect(await runner.handle(note(3))).toBe("processed");
      expect(await seenIn(under)).toEqual([1, 2, 3]);
      await under.close();
    });

    it("says that it waits where something before it is tried again first, and passes nobody", async () => {
      const { under, broken, join } = await open();
      const { runner, leave } = await join("a");
      expect(await runner.handle(note(13))).toBe("retry");
      expect(await runner.handle(note(2))).toBe("waiting");
      expect(await runner.handle(note(3, { subject: "other" }))).toBe("processed");
      expect((await under.inspect.deliveries()).map(({ subject }) => subject)).toEqual(["k", "k"]);

      broken.clear();
      await leave();
      await under.passTime(CONTRACT_LEASE_MS); // more than the wait before the next try
      const next = await join("b");
      expect(await next.runner.runOnce()).toMatchObject({ processed: 2 });
      expect(await seenIn(under)).toEqual([13, 2]);
      await under.close();
    });

    it("leaves a lane that another worker holds to that worker", async () => {
      const { under, join } = await open();
      const holder = await join("holder");
      await holder.runner.runOnce(); // it takes every lane that there is
      const { runner } = await join("guest");
      expect(await runner.handle(note(1))).toBe("waiting");
      expect(await under.inspect.instances()).toEqual([]);
      expect(await under.inspect.deliveries()).toHaveLength(1);

      // The holder does it, or hands the lane over first: a guest is due a share.
      let processed = 0;
      for (const each of [holder.runner, runner, holder.runner, runner]) {
        processed += (await each.runOnce()).processed;
      }
      expect(processed).toBe(1);
      expect(await seenIn(under)).toEqual([1]);
      await holder.leave();
      expect(await runner.handle(note(2))).toBe("processed");
      expect(await seenIn(under)).toEqual([1, 2]);
      await under.close();
    });

    it("tells those that are handed in at once apart", async () => {
      const { under, join } = await open();
      const { runner } = await join("a");
      const outcomes = await Promise.all([
        runner.handle(note(1)),
        runner.handle(note(2, { type: "never.heard.of" })),
        runner.handle(note(3)),
        runner.runOnce().then(() => "ran"),
      ]);
      expect(outcomes).toEqual(["processed", "dead_lettered:unknown_event", "processed", "ran"]);
      expect(await seenIn(under)).toEqual([1, 3]);
      await under.close();
    });

    it("throws where nothing could be recorded, and says that it waits where the stores went away later", async () => {
      const { under, join } = await open();
      let failing: "receive" | "balance" | undefined = "receive";
      const unless =
        <Args extends readonly unknown[], Result>(
          what: "receive" | "balance",
          call: (...args: Args) => Promise<Result>,
        ) =>
        async (...args: Args): Promise<Result> => {
          if (failing === what) throw new StoreUnavailableError(what);
          return call(...args);
        };
      const { runner } = await join("a", (stores) => ({
        ...stores,
        intake: { receive: unless("receive", stores.intake.receive) },
        workers: { ...stores.workers, balance: unless("balance", stores.workers.balance) },
      }));
      await expect(runner.handle(note(1))).rejects.toThrow(StoreUnavailableError);
      expect(await under.inspect.events()).toEqual([]);
      failing = "balance";
      expect(await runner.handle(note(2))).toBe("waiting");
      failing = undefined;
      expect(await runner.runOnce()).toMatchObject({ processed: 1 });
      expect(await seenIn(under)).toEqual([2]);
      await under.close();
    });
  });
}
