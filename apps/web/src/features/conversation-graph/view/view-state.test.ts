import { describe, expect, it } from "vitest";
import { foldEnvelopes, type GraphItem } from "../layout/fold-envelopes.ts";
import { readCausation } from "../layout/read-causation.ts";
import { envelope } from "../layout/testing/make-envelopes.ts";
import { readViewState, toggle, unfold, type ViewChange } from "./view-state.ts";

const stateOf = (address: ViewChange) => readViewState((name) => address[name] || undefined);
const [item] = foldEnvelopes(readCausation([envelope("a"), envelope("b", "a")]));
if (!item) throw new Error("no item");
const shut: GraphItem = { ...item, isShut: true };

describe("what the address says of a conversation's view", () => {
  it("is the plain graph unless it says more", () => {
    expect(stateOf({})).toEqual({
      view: "graph",
      folding: { by: "type", opened: {}, shut: [] },
      showPath: true,
    });
    const address = { view: "time", group: "lane", open: "a1~3.b2", shut: "c3", path: "off" };
    expect(stateOf(address)).toEqual({
      view: "time",
      folding: { by: "lane", opened: { a1: 3, b2: 1 }, shut: ["c3"] },
      showPath: false,
    });
  });

  it("counts as not said where it is nonsense", () => {
    const address = {
      view: "x",
      group: "constructor",
      open: "A~1.~2.a~b..",
      shut: "../..",
      path: "",
    };
    expect(stateOf(address)).toEqual(stateOf({}));
    expect(Object.keys(stateOf({ open: "x.".repeat(500) }).folding.opened)).toEqual(["x"]);
  });

  it("adds a page of a stack with each click", () => {
    const once = unfold(stateOf({ open: "b2" }), "a1");
    expect(once).toEqual({ open: "b2.a1" });
    expect(unfold(stateOf(once), "a1")).toEqual({ open: "b2.a1~2" });
  });

  it("shuts a box and opens it again", () => {
    const closed = toggle(stateOf({}), item);
    expect(stateOf(closed).folding.shut).toEqual([item.key]);
    const opened = toggle(stateOf(closed), shut);
    expect(stateOf(opened)).toEqual(stateOf({}));
  });

  it("opens a box that was shut for want of room, and shuts it again", () => {
    const opened = toggle(stateOf({}), shut);
    expect(stateOf(opened).folding).toMatchObject({ opened: { [item.key]: 1 }, shut: [] });
    const closed = toggle(stateOf(opened), item);
    expect(stateOf(closed).folding).toMatchObject({ opened: {}, shut: [item.key] });
  });
});
