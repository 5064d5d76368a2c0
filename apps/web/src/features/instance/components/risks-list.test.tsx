import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { makeMoment, makeStep } from "../testing/make-instance.ts";
import { RisksList } from "./risks-list.tsx";

afterEach(cleanup);

const lines = () => screen.getAllByRole("listitem").map((line) => line.textContent);

describe("what can still fail", () => {
  it("is told in a line each: what runs now, what may come, and where a failure leads", () => {
    render(<RisksList moment={makeMoment()} />);
    expect(screen.getByRole("region", { name: "What can still fail" })).toBeDefined();
    expect(lines()).toEqual([
      "reserveStock now → failed",
      "chargeCard in charge → tried again, then a dead letter",
    ]);
  });

  it("is told of a step of the past as what could", () => {
    const steps = [makeStep(1), makeStep(2, { states: ["charge"] })];
    render(<RisksList moment={makeMoment({ states: ["charge"] }, steps, 1)} />);
    expect(screen.getByText("could still fail then")).toBeDefined();
    expect(lines()).toHaveLength(2);
  });

  it("is not there once nothing can", () => {
    const { container } = render(
      <RisksList moment={makeMoment({ states: ["failed"], status: "done" })} />,
    );
    expect(container.textContent).toBe("");
  });
});
