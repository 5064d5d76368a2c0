import { describe, expect, it } from "vitest";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import { createDirectSink, type DirectSinkOptions } from "../runtime/direct-sink.ts";
import { createMemoryEngine, type MemoryEngineOptions } from "../testing/memory-engine.ts";
import { recordingLogger } from "../testing/relay-bench.ts";
import { ANY_WAIT_MS, command, counter, counterProject } from "./counter.ts";

type LaneCommit = Parameters<NonNullable<MemoryEngineOptions["wrapStores"]>>[0]["lanes"]["commit"];

/** A counter that announces each ADD; `relayed` is what a relay, which has an outbox, hands on beside. */
function announcing(): { readonly project: Project; readonly relayed: unknown[] } {
  const relayed: unknown[] = [];
  const { name, topics, routes } = counterProject();
  const publish = { type: "counter.added", data: ["seen"] };
  const { on } = (counter.chart as { states: { open: { on: object } } }).states.open;
  const open = { on: { ...on, ADD: { actions: ["append"], meta: { publish } } } };
  const chart = { ...(counter.chart as object), states: { open, closed: { type: "final" } } };
  const project = defineProject({
    ...{ name, topics, routes, machines: [{ ...counter, chart }] },
    relays: [
      {
        name: "durable",
        topic: "events",
        publish: async ({ envelope }) => void relayed.push(decodeEnvelope(envelope).data),
      },
    ],
  });
  return { project, relayed };
}

function bench(
  options: Partial<DirectSinkOptions> = {},
  breakCommit?: (commit: LaneCommit) => LaneCommit,
) {
  const told: unknown[] = [];
  const { logger, lines } = recordingLogger();
  const sink = createDirectSink({
    publish: ({ envelope }) => void told.push(envelope.data),
    logger,
    ...options,
  });
  const { project, relayed } = announcing();
  const engine = createMemoryEngine(project, {
    onResult: sink.onResult,
    wrapStores: (stores) => {
      const commit = breakCommit?.(stores.lanes.commit) ?? stores.lanes.commit;
      return { ...stores, lanes: { ...stores.lanes, commit } };
    },
  });
  const add = async (n: number, subject = "k") => {
    await engine.handle(command("ADD", n, subject));
    await engine.advance(ANY_WAIT_MS);
    await sink.settled();
  };
  return { engine, sink, told, lines, relayed, add };
}

describe("a sink without an outbox", () => {
  it("is told once the commit stands, in order per subject, and of the topics it asked for [OBX-15]", async () => {
    let stored = 0;
    const storedWhenTold: number[] = [];
    const told: unknown[] = [];
    const publish: DirectSinkOptions["publish"] = ({ envelope }) => {
      told.push(envelope.data);
      storedWhenTold.push(stored);
    };
    const { add } = bench({ publish }, (commit) => async (steps) => {
      const effects = await commit(steps);
      stored += steps.filter(({ events }) => events.length > 0).length;
      return effects;
    });
    const other = bench({ topics: ["elsewhere"] });
    for (const n of [1, 2, 3]) {
      await add(n);
      await other.add(n);
    }
    expect(told).toEqual([{ seen: [1] }, { seen: [1, 2] }, { seen: [1, 2, 3] }]);
    expect(storedWhenTold).toEqual([1, 2, 3]);
    expect(other.told).toEqual([]);
  });

  it("never announces a state that was rolled back: neither a step that throws, nor a commit that fails [OBX-15]", async () => {
    let failures = 3;
    const { engine, add, told } = bench({}, (commit) => async (steps) => {
      if (failures > 0) {
        failures -= 1;
        await expect(engine.findInstance("counter", "k")).resolves.toBeUndefined();
        throw new StoreUnavailableError("commit steps");
      }
      return commit(steps);
    });
    await engine.handle(command("ADD", 1));
    expect(told).toEqual([]);
    await engine.advance(ANY_WAIT_MS);
    expect(told).toEqual([{ seen: [1] }]);

    await engine.handle(command("POISON", 2));
    await engine.advance(ANY_WAIT_MS);
    await add(3);
    expect(told).toEqual([{ seen: [1] }, { seen: [1, 3] }]);
  });

  it("loses what was committed just before its worker died, which a relay does not [OBX-15][LIM-04]", async () => {
    let isDying = true;
    const { add, told, relayed } = bench({}, (commit) => async (steps) => {
      const effects = await commit(steps);
      if (isDying && steps.some(({ events }) => events.length > 0)) {
        isDying = false;
        throw new StoreUnavailableError("commit steps"); // it stands, and nobody heard
      }
      return effects;
    });
    await add(1);
    await add(2);
    expect(told).toEqual([{ seen: [1, 2] }]);
    expect(relayed).toEqual([{ seen: [1] }, { seen: [1, 2] }]);
  });

  it("loses what its function throws at, and goes on; the log says which [LIM-04]", async () => {
    const told: unknown[] = [];
    const { add, lines, relayed } = bench({
      publish: ({ envelope }) => {
        told.push(envelope.data);
        if (told.length === 1) throw new Error("broker down");
      },
    });
    await add(1);
    await add(2);
    expect(told).toEqual([{ seen: [1] }, { seen: [1, 2] }]);
    expect(lines.filter(({ message }) => message === "an event is not announced")).toMatchObject([
      { level: "warn", fields: { topic: "events", why: "the function threw" } },
    ]);
    expect(relayed).toHaveLength(2);
  });

  it("holds a slow far side's events up to a bound, and no other subject's behind them [LIM-04]", async () => {
    const ends: (() => void)[] = [];
    const told: string[] = [];
    const { engine, sink, lines } = bench({
      waitingMax: 3,
      publish: ({ envelope }) => {
        told.push(envelope.subject ?? "");
        return new Promise<void>((resolve) => ends.push(resolve));
      },
    });
    for (const [n, subject] of ["slow", "slow", "quick", "late"].entries()) {
      await engine.handle(command("ADD", n, subject));
    }
    await engine.advance(ANY_WAIT_MS);
    expect(told).toEqual(["slow", "quick"]);
    expect(lines).toMatchObject([{ fields: { why: "3 others wait" } }]);

    let isSettled = false;
    const settled = sink.settled().then(() => {
      isSettled = true;
    });
    expect(isSettled).toBe(false);
    for (const end of ends.splice(0)) end();
    await engine.advance(0);
    for (const end of ends.splice(0)) end();
    await settled;
    expect(told).toEqual(["slow", "quick", "slow"]);
  });
});

describe("a sink that a project declares", () => {
  const declared = (
    sinks: Project["directSinks"] = [],
    options: Omit<MemoryEngineOptions, "wrapStores"> = {},
  ) => {
    const { project } = announcing();
    return createMemoryEngine(defineProject({ ...project, directSinks: sinks }), options);
  };

  it("hears what its machines publish, whoever runs the project, and beside a hook [OBX-15]", async () => {
    const told: unknown[] = [];
    let hooked = 0;
    const publish = ({ envelope }: { readonly envelope: { readonly data?: unknown } }) =>
      void told.push(envelope.data);
    const engine = declared(
      [
        { name: "chat", publish, topics: ["events"] },
        { name: "deaf", publish, topics: ["in"] },
      ],
      {
        onResult: () => {
          hooked += 1;
        },
      },
    );
    await engine.handle(command("ADD", 1));
    expect(told).toEqual([{ seen: [1] }]);
    expect(hooked).toBeGreaterThan(0);
  });

  it("is named in the log when it loses an event, and keeps no other from being told [LIM-04]", async () => {
    const { logger, lines } = recordingLogger();
    const told: unknown[] = [];
    const engine = declared(
      [
        {
          name: "broken",
          publish: () => {
            throw new Error("chat down");
          },
        },
        { name: "chat", publish: ({ envelope }) => void told.push(envelope.data) },
      ],
      { logger },
    );
    await engine.handle(command("ADD", 1));
    await engine.advance(ANY_WAIT_MS);
    expect(told).toEqual([{ seen: [1] }]);
    expect(lines.filter(({ message }) => message === "an event is not announced")).toMatchObject([
      { fields: { sink: "broken", topic: "events", why: "the function threw" } },
    ]);
  });

  const publish = () => undefined;
  it.each<[string, NonNullable<Project["directSinks"]>]>([
    ["directSinks[0].name must be 1 to 100", [{ name: "", publish }]],
    ["directSinks[1].name 'a' appears twice", [1, 2].map(() => ({ name: "a", publish }))],
    ["directSinks[0].publish must be a function", [{ name: "a", publish: "chat" as never }]],
    [
      "directSinks[0].topics 'x' is not among the topics",
      [{ name: "a", publish, topics: ["events", "x"] }],
    ],
    [
      "directSinks[0].waitingMax must be an integer of at least 1, got 0",
      [{ name: "a", publish, waitingMax: 0 }],
    ],
  ])("is refused where it cannot be: %s", (message, sinks) => {
    expect(() => declared(sinks)).toThrow(`project: ${message}`);
  });
});
