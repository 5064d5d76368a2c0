import { describe, expect, it } from "vitest";
import { overlap } from "../../../lib/geometry.ts";
import type { ConversationLayout } from "./conversation-layout.ts";
import { type Drawing, drawConversation } from "./draw-conversation.ts";
import type { EnvelopeFacts, ExpectedEnvelope } from "./envelope-facts.ts";
import { PLAIN_FOLDING } from "./fold-envelopes.ts";
import { readCausation } from "./read-causation.ts";
import { at, envelope, many } from "./testing/make-envelopes.ts";

function draw(
  envelopes: readonly EnvelopeFacts[],
  expected: readonly ExpectedEnvelope[] = [],
): { readonly counts: Drawing["counts"]; readonly layout: ConversationLayout } {
  const options = { view: "graph", folding: PLAIN_FOLDING, deeds: [], expected } as const;
  const { counts, layout } = drawConversation(readCausation(envelopes), options);
  if (layout.view !== "graph") throw new Error("not a graph");
  return { counts, layout };
}

describe("layoutConversation", () => {
  const envelopes = [
    envelope("placed", undefined, { machineId: "order", machineVersion: "7" }),
    envelope("start", "placed", { machineId: "order", machineVersion: "7", ...at(1) }),
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
  const { layout, counts } = draw(envelopes, [
    { type: "stock.released", causationId: "declined", source: "/warehouse" },
  ]);
  const box = (id: string) => {
    const found = layout.items.find(({ item }) => item.id === id);
    if (!found) throw new Error(`no box ${id}`);
    return found;
  };

  it("counts what is drawn, what is folded and what is missing", () => {
    expect(counts).toMatchObject({ envelopes: 37, drawn: 7, folded: 30, stacks: 1, gaps: 1 });
    expect(counts).toMatchObject({ services: 5, shut: 0, hidden: 0 });
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

  it("calls an observed service by its name and says where it is observed", () => {
    const carrier = { source: "/eu/carrier", service: "carrier", topic: "parcels" };
    const { lanes } = draw([
      envelope("packed"),
      envelope("scanned", "packed", carrier),
      envelope("lost", "packed", { ...carrier, topic: "claims" }),
    ]).layout;
    expect(lanes.map(({ name, subtitles }) => [name, ...subtitles])).toEqual([
      ["order", "observed,", "no chart"],
      ["carrier", "observed on", "claims, parcels"],
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
    const stack = draw([
      envelope("placed"),
      ...many(9, "placed"),
      envelope("bad", "placed", {
        ...{ type: "stock.level.changed", status: "dead-letter", error: "no sku" },
      }),
    ]).layout.items.find(({ item }) => item.kind === "stack");
    expect(stack).toMatchObject({
      item: { status: "dead-letter", deadCount: 1 },
      captions: ["1 dead letter", "no sku"],
    });
  });

  it("says why there is a letter and what is expected", () => {
    expect(box("letter").captions).toEqual(["dead letter, 5 attempts", "template not found"]);
    expect(box("expected declined stock.released")).toMatchObject({
      item: { status: "expected" },
      captions: ["expected next"],
    });
  });

  it("lays out nothing without falling over", () => {
    expect(draw([])).toMatchObject({ counts: { drawn: 0 }, layout: { items: [], lanes: [] } });
  });
});
