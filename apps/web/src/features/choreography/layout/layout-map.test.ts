import Elk from "elkjs/lib/elk.bundled.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overlap } from "../../../lib/geometry.ts";
import { bundlesOf, type MapLink, type MapNode } from "../choreography.ts";
import { layoutMap, linesOf } from "./layout-map.ts";

const elk = new Elk();
const node = (name: string): MapNode => ({
  id: `machine:${name}`,
  kind: "machine",
  name,
  said: 0,
  openLetters: 0,
});
const link = (from: string, to: string, type: string, changes: Partial<MapLink> = {}): MapLink => ({
  from: `machine:${from}`,
  to: `machine:${to}`,
  topic: "events",
  type,
  event: type,
  count: 0,
  lastAt: null,
  openLetters: 0,
  isEndless: false,
  isUnhandled: false,
  ...changes,
});

describe("arrows of the map", () => {
  it("hold all that goes from one place to another, the busiest first", () => {
    const [bundle, ...others] = bundlesOf([
      link("a", "b", "one", { count: 1 }),
      link("a", "b", "two", { count: 2 }),
    ]);
    expect(others).toEqual([]);
    expect(bundle?.links.map(({ type }) => type)).toEqual(["two", "one"]);
  });

  it.each([
    ["failed", [link("a", "b", "x", { openLetters: 1 }), link("a", "b", "y", { count: 3 })]],
    ["failed", [link("a", "b", "x", { isUnhandled: true })]],
    ["warning", [link("a", "b", "x", { isEndless: true, count: 3 })]],
    ["rest", [link("a", "b", "x", { count: 3 })]],
    ["untaken", [link("a", "b", "x")]],
  ] as const)("look %s by the worst of what they hold", (look, links) => {
    expect(bundlesOf(links)[0]?.look).toBe(look);
  });

  it("say how often each type came, how fast, and how many failed", () => {
    const [bundle] = bundlesOf([link("a", "b", "one", { count: 48, openLetters: 2 })]);
    expect(bundle && linesOf(bundle, 24)).toEqual([{ text: "one", count: "48, 2/h, 2 letters" }]);
  });

  it("name a few types, and say how many more there are", () => {
    const types = ["one", "two", "three", "four", "five", "six"];
    const [bundle] = bundlesOf(types.map((type, at) => link("a", "b", type, { count: 6 - at })));
    expect(bundle && linesOf(bundle, 24)).toEqual([
      { text: "one", count: "6, 6/day" },
      { text: "two", count: "5, 5/day" },
      { text: "three", count: "4, 4/day" },
      { text: "and 3 more", count: "" },
    ]);
  });
});

describe("the layout of the map", () => {
  it("lays no place or label over another, whatever tells whatever", async () => {
    const names = fc.uniqueArray(fc.constantFrom(..."abcdefghij"), { minLength: 1, maxLength: 10 });
    const drawings = names.chain((all) =>
      fc.record({
        names: fc.constant(all),
        pairs: fc.array(fc.tuple(fc.constantFrom(...all), fc.constantFrom(...all), fc.nat(3)), {
          maxLength: 16,
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(drawings, async ({ names: all, pairs }) => {
        const links = pairs.map(([from, to, n]) => link(from, to, `type.${n}.of.some.length`));
        const layout = await layoutMap(all.map(node), links, 24, (graph) => elk.layout(graph));
        const places = layout.nodes.map(({ box }) => box);
        const labels = layout.bundles.flatMap(({ label }) => label ?? []);
        const boxes = [...places, ...labels];
        for (const [at, box] of boxes.entries()) {
          expect(boxes.slice(at + 1).filter((other) => overlap(box, other))).toEqual([]);
        }
        for (const { points } of layout.bundles) expect(points.length).toBeGreaterThan(1);
      }),
      { numRuns: 40 },
    );
  });
});
