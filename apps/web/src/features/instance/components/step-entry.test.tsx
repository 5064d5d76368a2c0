import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Step } from "../instance.ts";
import { makeStep } from "../testing/make-instance.ts";
import { StepEntry } from "./step-entry.tsx";

afterEach(cleanup);

const ENVELOPES = [
  { id: "p-1", type: "order.packed" },
  { id: "p-2", type: "order.sent" },
];

function draw(more: Partial<Step>): string {
  const step = makeStep(1, more);
  const entry = { kind: "step", step, failed: false, afterMs: undefined, at: step.at } as const;
  render(<StepEntry entry={entry} correlationId="c-1" isSelected onSelect={() => undefined} />);
  return screen.getByRole("button").textContent ?? "";
}

describe("a step with very many envelopes", () => {
  it("counts them all and says which are listed", () => {
    expect(draw({ published: ENVELOPES, morePublished: 1_232 })).toContain(
      "1,234 envelopes published",
    );
    expect(
      screen.getByText("The newest 2 of 1,234 envelopes published in the same commit."),
    ).toBeDefined();
  });

  it("says so where none is listed", () => {
    draw({ morePublished: 40 });
    expect(
      screen.getByText("40 envelopes, not listed, published in the same commit."),
    ).toBeDefined();
  });

  it("says nothing of the kind where all are", () => {
    expect(draw({ published: ENVELOPES })).toContain("2 envelopes published");
    expect(screen.queryByText(/newest|not listed/)).toBeNull();
  });
});
