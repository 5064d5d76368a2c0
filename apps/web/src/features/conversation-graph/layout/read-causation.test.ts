import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EnvelopeFacts } from "./envelope-facts.ts";
import { BOXES_MAX, type Folding, foldEnvelopes } from "./fold-envelopes.ts";
import { layoutSequence } from "./layout-sequence.ts";
import { layoutTime } from "./layout-time.ts";
import { readCausation } from "./read-causation.ts";
import { at, envelope } from "./testing/make-envelopes.ts";

/** Any conversation: causes may be missing, come later in the list or go in circles, and clocks say anything. */
const conversations = fc
  .array(
    fc.record({
      cause: fc.option(fc.integer({ min: -3, max: 60 }), { nil: undefined }),
      type: fc.integer({ min: 0, max: 3 }),
      lane: fc.integer({ min: 0, max: 4 }),
      atMs: fc.integer({ min: 0, max: 5_000 }),
    }),
    { maxLength: 60 },
  )
  .map((rows): EnvelopeFacts[] =>
    rows.map(({ cause, type, lane, atMs }, index) =>
      envelope(`e${index}`, cause === undefined ? undefined : `e${cause}`, {
        ...{ type: `type.${type}`, source: `/lane-${lane}`, atMs },
      }),
    ),
  );
const foldings = fc.record({
  by: fc.constantFrom("type", "lane", "none") as fc.Arbitrary<Folding["by"]>,
  opened: fc.constant({}),
  shut: fc.constant([]),
  reveal: fc.option(
    fc.integer({ min: 0, max: 59 }).map((index) => `e${index}`),
    { nil: undefined },
  ),
});

describe("readCausation", () => {
  it("takes the order from causation even when clocks say otherwise", () => {
    const { inOrder } = readCausation([
      envelope("third", "second", at(1)),
      envelope("first", undefined, at(9)),
      envelope("second", "first", at(5)),
    ]);
    expect(inOrder.map(({ id }) => id)).toEqual(["first", "second", "third"]);
  });

  it("puts every envelope after its cause, once, for any clocks, gaps, circles and order of the list", {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(conversations, fc.infiniteStream(fc.nat()), (envelopes, shuffle) => {
        const { inOrder, causeOf, byId } = readCausation(envelopes);
        const place = new Map(inOrder.map(({ id }, index) => [id, index]));
        expect(place.size).toBe(envelopes.length);
        expect(inOrder.length).toBe(envelopes.length);
        for (const [id, cause] of causeOf) {
          if (byId.has(cause)) expect(place.get(cause)).toBeLessThan(place.get(id) ?? -1);
        }
        const keyed = envelopes.map((one) => ({ one, key: shuffle.next().value ?? 0 }));
        const other = keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
        expect(readCausation(other).inOrder.map(({ id }) => id)).toEqual(
          inOrder.map(({ id }) => id),
        );
      }),
    );
  });

  it("counts all that follow an envelope, near and far", () => {
    const { afterOf } = readCausation([
      envelope("a"),
      envelope("b", "a"),
      envelope("c", "b"),
      envelope("d", "a"),
      envelope("e", "lost"),
    ]);
    expect(Object.fromEntries(afterOf)).toEqual({ a: 3, b: 1, lost: 1 });
  });
});

describe("all three views", () => {
  it("lose no envelope and show none twice, whatever is grouped, and count what is behind shut boxes", {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(
        conversations,
        foldings,
        fc.integer({ min: 8, max: 80 }),
        (envelopes, folding, max) => {
          const causation = readCausation(envelopes);
          const items = foldEnvelopes(causation, folding, max);
          const boxed = items.filter(({ kind }) => kind !== "gap");
          const standing = boxed.reduce((sum, { count }) => sum + count, 0);
          const hidden = items
            .filter(({ isShut }) => isShut)
            .reduce((sum, { after }) => sum + after, 0);
          expect(standing + hidden).toBe(envelopes.length);
          if (folding.reveal !== undefined && causation.byId.has(folding.reveal)) {
            const own = boxed.filter(
              ({ kind, first }) => kind === "envelope" && first?.id === folding.reveal,
            );
            expect(own, "what is asked for has a box of its own").toHaveLength(1);
          }
        },
      ),
    );
  });

  it("draw each box after the one that led to it", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(conversations, foldings, (envelopes, folding) => {
        const causation = readCausation(envelopes);
        const items = foldEnvelopes(causation, folding);
        const none = new Map();
        for (const { rows } of [
          layoutSequence(items, causation, none),
          layoutTime(items, causation, none),
        ]) {
          const yOf = new Map(rows.map(({ item, y }) => [item.id, y]));
          expect(yOf.size).toBe(items.length);
          for (const { id, cause } of items) {
            if (cause !== undefined) expect(yOf.get(cause)).toBeLessThan(yOf.get(id) ?? -1);
          }
        }
      }),
    );
  });

  const ids = Array.from({ length: 10_000 }, (_, index) => index);
  const after = (id: number, cause: number, more: Partial<EnvelopeFacts> = {}) =>
    envelope(`${id}`, id === 0 ? undefined : `${cause}`, more);
  const shapes: Readonly<Record<string, () => EnvelopeFacts[]>> = {
    "a chain": () => ids.map((id) => after(id, id - 1)),
    "a tree": () => ids.map((id) => after(id, Math.floor((id - 1) / 3))),
    "a fan of types": () => ids.map((id) => after(id, 0, { type: `type.${id}` })),
    "a fan of services": () => ids.map((id) => after(id, 0, { source: `/lane-${id}` })),
    "missing causes": () =>
      ids.map((id) => envelope(`${id}`, `lost-${id}`, { source: `/lane-${id % 90}` })),
    strangers: () => ids.map((id) => envelope(`${id}`)),
  };
  for (const [shape, envelopes] of Object.entries(shapes)) {
    it(`stay small for ${shape} of ten thousand`, { timeout: 120_000 }, () => {
      const causation = readCausation(envelopes());
      for (const by of ["type", "lane", "none"] as const) {
        const reveal = shape === "a chain" ? "77" : "7777";
        const items = foldEnvelopes(causation, { by, opened: {}, shut: [], reveal });
        expect(items.length, by).toBeLessThanOrEqual(BOXES_MAX + 60);
      }
    });
  }
});
