import { assign } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import type { MachineDefinition, TopicDefinition } from "../projects/project.ts";
import {
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
} from "../testing/memory-engine.ts";

/** The machine of `dispatcher_vectors`: ADD appends `payload.n` to `context.seen`; POISON always throws. */
export const counter: MachineDefinition = {
  chart: {
    id: "counter",
    version: "1",
    initial: "open",
    context: { seen: [] },
    states: {
      open: {
        on: {
          ADD: { actions: ["append"] },
          POISON: { actions: ["append", "throw"], meta: { publish: "counter.poisoned" } },
          CLOSE: { target: "closed", meta: { publish: "counter.closed" } },
        },
      },
      closed: { type: "final" },
    },
  },
  attemptsMax: 3,
  logic: {
    actions: {
      append: assign({
        seen: ({ context, event }: LogicArgs) => [...context.seen, event.payload.n],
      }),
      throw: assign(() => {
        throw new Error("poison");
      }),
    },
  },
};

/** A project of one counter that hears its three commands on `in`. */
export function counterProject(
  overrides: Partial<MachineDefinition> = {},
  onUnknown: TopicDefinition["onUnknown"] = "dead_letter",
): Project {
  return defineProject({
    name: "acceptance",
    topics: [
      { name: "in", onUnknown },
      { name: "events", onUnknown: "ignore" },
    ],
    machines: [{ ...counter, ...overrides }],
    routes: ["ADD", "POISON", "CLOSE"].map((event) => ({
      topic: "in",
      type: `xsm.counter.${event}`,
      machine: "counter",
    })),
  });
}

/** An engine of that project. */
export function counterEngine(
  overrides: Partial<MachineDefinition> = {},
  options: MemoryEngineOptions = {},
): MemoryEngine {
  return createMemoryEngine(counterProject(overrides), options);
}

/** A command for the counter. */
export function command(
  event: string,
  n: JsonValue = 1,
  subject: string | null = "k",
  fields: { readonly id?: string; readonly source?: string; readonly causationid?: string } = {},
): Envelope {
  return createEnvelope({
    type: `xsm.counter.${event}`,
    source: "/acceptance",
    data: { n },
    ...(subject === null ? {} : { subject }),
    ...fields,
  });
}

/** What a counter has seen. */
export async function seenBy(engine: MemoryEngine, subject = "k"): Promise<JsonValue | undefined> {
  return (await engine.findInstance("counter", subject))?.context.seen;
}

/** Longer than any wait between tries. */
export const ANY_WAIT_MS = 60_000;
