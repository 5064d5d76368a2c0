import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { STATES, type StateName } from "../../../ui/state-table.ts";
import type { PlacedNode } from "../layout/chart-layout.ts";
import { ContainerNode } from "./container-node.tsx";

afterEach(cleanup);

const NODE: PlacedNode = {
  ...{ path: "steps", name: "steps", kind: "compound", history: undefined, parent: undefined },
  ...{ children: ["steps.a"], isContainer: true, isRegion: false, invokes: [], hasTimer: false },
  ...{ isDeadLetter: false, width: 200, height: 100, depth: 0 },
  box: { x: 0, y: 0, width: 200, height: 100 },
};

/** What a reader without colours has to go by. */
function shapeOf(mark: StateName | undefined, node = NODE): string {
  const { container } = render(<ContainerNode node={node} mark={mark && { mark }} />);
  const outline = container.querySelector(".state-outline")?.getAttribute("class") ?? "no box";
  const glyph = container.querySelector("svg:not(.state-outline)")?.innerHTML ?? "no glyph";
  cleanup();
  return `${outline} ${glyph}`;
}

describe("ContainerNode", () => {
  it("draws each state of a container with a line and a glyph of its own", () => {
    const names = Object.keys(STATES) as StateName[];
    expect(new Set(names.map((name) => shapeOf(name))).size).toBe(names.length);
    expect(shapeOf(undefined)).toBe(shapeOf("rest"));
  });

  it("tells the states of a region apart, which has no box", () => {
    const region = { ...NODE, isRegion: true };
    const names: StateName[] = ["rest", "active", "failed", "unreachable", "visited"];
    expect(new Set(names.map((name) => shapeOf(name, region))).size).toBe(names.length);
  });

  it("has a badge for a dead letter", () => {
    const badge = <ContainerNode node={NODE} mark={{ mark: "visited", badge: "dead" }} />;
    const plain = <ContainerNode node={NODE} mark={{ mark: "visited" }} />;
    const glyphs = (drawn: React.ReactElement) => {
      const { container } = render(drawn);
      return container.querySelectorAll("svg").length;
    };
    expect(glyphs(badge)).toBe(glyphs(plain) + 1);
  });
});
