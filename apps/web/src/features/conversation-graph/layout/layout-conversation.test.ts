import { describe, expect, it } from "vitest";
import { overlap } from "../../../lib/geometry.ts";
import type { EnvelopeFacts } from "./envelope-facts.ts";
import { foldEnvelopes } from "./fold-envelopes.ts";
import { layoutConversation } from "./layout-conversation.ts";

const envelope = (
  id: string,
  causationId: string | undefined,
  more: Partial<EnvelopeFacts> = {},
): EnvelopeFacts => ({
  id,
  causationId,
  type: `shop.${id}`,
  source: "/order",
  status: "processed",
  at: new Date(Date.UTC(2026, 7, 21, 12, 31, 52)),
  ...more,
});
const at = (second: number) => new Date(Date.UTC(2026, 7, 21, 12, 31, second));
const hopsOf = (envelopes: readonly EnvelopeFacts[]) =>
  Object.fromEntries(foldEnvelopes(envelopes).map(({ id, hop }) => [id, hop]));
const many = (count: number, causationId: string, more: Partial<EnvelopeFacts> = {}) =>
  Array.from({ length: count }, (_, index) =>
    envelope(`${causationId}-${index}`, causationId, { type: "stock.level.changed", ...more }),
  );

describe("foldEnvelopes", () => {
  it("takes the order from causation even when clocks say otherwise", () => {
    const order = [
      envelope("third", "second", { at: at(1) }),
      envelope("first", undefined, { at: at(9) }),
      envelope("second", "first", { at: at(5) }),
    ];
    expect(hopsOf(order)).toEqual({ first: 0, second: 1, third: 2 });
  });

  it("shows a cause that is not recorded as a gap, once for all that hang on it", () => {
    const items = foldEnvelopes([envelope("a", "lost"), envelope("b", "lost"), envelope("c", "a")]);
    expect(items.map(({ id, kind, hop }) => [id, kind, hop])).toEqual([
      ["gap lost", "gap", 0],
      ["a", "envelope", 1],
      ["b", "envelope", 1],
      ["c", "envelope", 2],
    ]);
  });

  it("folds more than six of one type and cause, and counts them", () => {
    const envelopes = [
      envelope("placed", undefined),
      ...many(215, "placed"),
      envelope("x", "placed"),
    ];
    const items = foldEnvelopes(envelopes);
    expect(items.map(({ id, kind, members }) => [kind, members.length, id === "x"])).toEqual([
      ["envelope", 1, false],
      ["stack", 215, false],
      ["envelope", 1, true],
    ]);
  });

  it("leaves six alone", () => {
    const items = foldEnvelopes([envelope("placed", undefined), ...many(6, "placed")]);
    expect(items.filter(({ kind }) => kind === "stack")).toEqual([]);
  });

  it("unfolds by pages without ever capping", () => {
    const envelopes = [envelope("placed", undefined), ...many(20, "placed")];
    const group = foldEnvelopes(envelopes).find(({ kind }) => kind === "stack")?.group ?? "";
    const paged = foldEnvelopes(envelopes, { [group]: 8 });
    expect(paged.filter(({ kind }) => kind === "envelope")).toHaveLength(9);
    expect(paged.find(({ kind }) => kind === "stack")?.members).toHaveLength(12);
    const whole = foldEnvelopes(envelopes, { [group]: 20 });
    expect(whole.map(({ kind }) => kind)).not.toContain("stack");
    expect(whole).toHaveLength(21);
  });

  it("groups the effects of a stack in their turn, so that large conversations stay small", () => {
    const first = many(3000, "placed");
    const answers = first.map(({ id }) => envelope(`${id}-answer`, id, { type: "stock.noted" }));
    const items = foldEnvelopes([envelope("placed", undefined), ...first, ...answers]);
    expect(items.map(({ kind, members }) => [kind, members.length])).toEqual([
      ["envelope", 1],
      ["stack", 3000],
      ["stack", 3000],
    ]);
  });

  it("cuts causes that go in a circle, and loses nothing", () => {
    const circle = [
      envelope("a", "c"),
      envelope("b", "a"),
      envelope("c", "b"),
      envelope("me", "me"),
    ];
    const items = foldEnvelopes(circle);
    expect(items.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "me"]);
    expect(Math.max(...items.map(({ hop }) => hop))).toBe(2);
  });
});

describe("layoutConversation", () => {
  const envelopes = [
    envelope("placed", undefined, { machineId: "order", machineVersion: "7" }),
    envelope("start", "placed", { machineId: "order", machineVersion: "7", at: at(53) }),
    envelope("mail", "placed", { source: "/mail" }),
    envelope("charge", "start", { source: "/payment" }),
    envelope("declined", "charge", { source: "/payment", status: "waiting", attempts: 2 }),
    envelope("letter", "charge", {
      source: "/mail",
      status: "dead-letter",
      attempts: 5,
      error: "template not found",
    }),
    envelope("late", "lost", { source: "/fraud" }),
    ...many(30, "start", { source: "/warehouse" }),
  ];
  const layout = layoutConversation({
    envelopes,
    expected: [{ type: "stock.released", causationId: "declined", source: "/warehouse" }],
  });
  const box = (id: string) => {
    const found = layout.items.find(({ item }) => item.id === id);
    if (!found) throw new Error(`no box ${id}`);
    return found;
  };

  it("counts what is drawn, what is folded and what is missing", () => {
    expect(layout).toMatchObject({ drawn: 7, folded: 30, stacks: 1, gaps: 1 });
  });

  it("gives each service a lane with its machine or that it has no chart", () => {
    expect(
      layout.lanes.map(({ name, subtitles, count }) => [name, subtitles.join(" "), count]),
    ).toEqual([
      ["order", "order v7", 2],
      ["fraud", "observed, no chart", 1],
      ["mail", "observed, no chart", 2],
      ["payment", "observed, no chart", 2],
      ["warehouse", "observed, no chart", 30],
    ]);
  });

  it("puts no box on another and each into its lane", () => {
    for (const [index, one] of layout.items.entries()) {
      for (const other of layout.items.slice(index + 1)) {
        expect(overlap(one.box, other.box), `${one.item.id} on ${other.item.id}`).toBe(false);
      }
      const lane = layout.lanes.find(({ name }) => name === one.item.lane);
      expect(one.box.y).toBeGreaterThanOrEqual(lane?.y ?? Number.NaN);
      expect(one.box.y + one.box.height).toBeLessThanOrEqual((lane?.y ?? 0) + (lane?.height ?? 0));
    }
  });

  it("runs a chain of one service straight and always to the right", () => {
    expect(box("start").box.y).toBe(box("placed").box.y);
    expect(layout.links.find(({ to }) => to === "start")?.points).toHaveLength(2);
    for (const { points } of layout.links) {
      expect(points.at(-1)?.x).toBeGreaterThan(points[0]?.x ?? Number.NaN);
    }
  });

  it("never hides a letter: in a stack it decides how the stack looks", () => {
    const stack = layoutConversation({
      envelopes: [
        envelope("placed", undefined),
        ...many(9, "placed"),
        envelope("bad", "placed", {
          type: "stock.level.changed",
          status: "dead-letter",
          error: "no sku",
        }),
      ],
    }).items.find(({ item }) => item.kind === "stack");
    expect(stack).toMatchObject({ status: "dead-letter", captions: ["1 dead letter", "no sku"] });
  });

  it("says why there is a letter and what is expected", () => {
    expect(box("letter").captions).toEqual(["dead letter, 5 attempts", "template not found"]);
    expect(box("expected declined stock.released")).toMatchObject({
      status: "expected",
      captions: ["expected next"],
    });
  });

  it("draws everything one by one when folding is off", () => {
    const flat = layoutConversation({ envelopes, fold: false });
    expect(flat).toMatchObject({ drawn: 37, folded: 0, stacks: 0 });
  });

  it("lays out nothing without falling over", () => {
    expect(layoutConversation({ envelopes: [] })).toMatchObject({ drawn: 0, items: [], lanes: [] });
  });
});
