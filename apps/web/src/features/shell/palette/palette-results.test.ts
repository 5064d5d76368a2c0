import { describe, expect, it } from "vitest";
import {
  matchedPieces,
  movedItem,
  nextGroup,
  type PaletteResults,
  visibleGroups,
} from "./palette-results.ts";

const item = (id: string) => ({ id, title: id, glyph: "send", href: `/${id}` }) as const;
const results: PaletteResults = {
  found: 3,
  groups: [
    { title: "Orders", items: [item("a"), item("b")] },
    { title: "Machines", items: [] },
    { title: "Envelopes", items: [item("c")] },
  ],
};

describe("the palette's results", () => {
  it("move round at both ends, across groups", () => {
    const groups = visibleGroups(results, undefined);
    expect(movedItem(groups, "b", 1)?.id).toBe("c");
    expect(movedItem(groups, "c", 1)?.id).toBe("a");
    expect(movedItem(groups, "a", -1)?.id).toBe("c");
    expect(movedItem(groups, "gone", 1)?.id).toBe("a");
  });

  it("narrow by kind with Tab, skip empty kinds and come back to all", () => {
    expect(nextGroup(results, undefined)).toBe("Orders");
    expect(nextGroup(results, "Orders")).toBe("Envelopes");
    expect(nextGroup(results, "Envelopes")).toBeUndefined();
    expect(visibleGroups(results, "Envelopes").map((group) => group.title)).toEqual(["Envelopes"]);
  });

  it("mark the part that matched, whatever its case", () => {
    expect(matchedPieces("Order-42", "order-4")).toEqual([
      { text: "Order-4", hit: true },
      { text: "2", hit: false },
    ]);
    expect(matchedPieces("order-42", "  ")).toEqual([{ text: "order-42", hit: false }]);
  });
});
