import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import { z } from "zod";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

const till = {
  chart: {
    id: "till",
    initial: "open",
    context: { total: 0 },
    states: { open: { on: { PAY: { actions: ["add"] } } } },
  },
  logic: {
    actions: {
      add: assign({ total: ({ context, event }) => context.total + event.payload.amount }),
    },
  },
};
const project = (validate: boolean) =>
  defineProject({
    name: "shop",
    topics: ["commands", "events"],
    machines: [till],
    routes: [{ topic: "commands", type: "pay", machine: "till", event: "PAY", validate }],
    schemas: { pay: z.object({ amount: z.number().positive() }) },
  });
const pay = (id: string, amount: unknown) =>
  createEnvelope({
    id,
    type: "pay",
    source: "/till",
    subject: "till-1",
    data: { amount } as never,
  });

describe("a route that validates", () => {
  it("hands on what fits, in order, and keeps what does not as a dead letter that names the field", async () => {
    const engine = createMemoryEngine(project(true));
    await engine.publish("commands", pay("e1", 5), pay("e2", "4111 1111 1111 1111"), pay("e3", 7));

    expect(await engine.runOnce()).toMatchObject({ processed: 2, deadLettered: 1, retried: 0 });
    expect((await engine.findInstance("till", "till-1"))?.context).toEqual({ total: 12 });
    const [letter, ...others] = await engine.inspect.letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ reason: "corrupt", attempts: 1 });
    expect(JSON.stringify(letter)).toContain("data.amount must be number");
    expect(JSON.stringify(letter)).not.toContain("4111");
  });

  it("takes anything where it is not asked to", async () => {
    const engine = createMemoryEngine(project(false));
    await engine.publish("commands", pay("e1", -5));
    expect(await engine.runOnce()).toMatchObject({ processed: 1, deadLettered: 0 });
  });
});
