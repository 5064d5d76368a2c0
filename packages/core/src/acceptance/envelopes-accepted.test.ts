import { describe, expect, it } from "vitest";
import { parseEnvelope } from "../envelope/parse-envelope.ts";
import type { JsonObject } from "../kernel/json.ts";
import { defineProject } from "../projects/define-project.ts";
import { readGolden } from "../testing/golden.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

interface ValidCase {
  readonly name: string;
  readonly input: JsonObject;
  readonly dispatcher_accepts: boolean;
}

const valid = readGolden<readonly ValidCase[]>("envelopes_valid");
const types = [...new Set(valid.map(({ input }) => String(input.type)))];

/** Hears every type of the golden envelopes, so that nothing is turned away for want of a route. */
const project = defineProject({
  name: "acceptance",
  topics: [
    { name: "in", onUnknown: "dead_letter" },
    { name: "events", onUnknown: "ignore" },
  ],
  machines: [
    {
      chart: {
        ...{ id: "order", version: "1", initial: "open" },
        states: { open: { on: { PAY: {} } } },
      },
      logic: {},
    },
  ],
  routes: types.map((type) => ({ topic: "in", type, machine: "order", event: "PAY" })),
});

describe("an envelope that has the right shape", () => {
  it.each(valid)(
    "is worked on if a dispatcher can: $name, $dispatcher_accepts [DSP-03]",
    async ({ input, dispatcher_accepts }) => {
      const engine = createMemoryEngine(project);
      const outcome = await engine.handle(parseEnvelope(input), "in");
      expect(outcome).toBe(dispatcher_accepts ? "processed" : "dead_lettered:corrupt");
    },
  );
});
