import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { columnsOf } from "../columns.ts";
import { type ChosenInstance, toggleChosen } from "../compare-choice.ts";
import { CompareBar } from "./compare-bar.tsx";
import { InstanceTable } from "./instance-table.tsx";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

// jsdom lays nothing out and escapes nothing.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});
beforeEach(() => push.mockClear());
afterEach(cleanup);

const row = (machineId: string, subject: string) => ({
  machineId,
  subject,
  version: "1",
  revision: 3,
  status: "active",
  phase: "forward",
  states: ["open"],
  correlationId: `till-${subject}`,
  startedAt: new Date(),
  updatedAt: new Date(),
  finishedAt: undefined,
  attention: undefined,
  openLetters: 0,
  nextDueAt: undefined,
});
const ROWS = [row("order", "order-41"), row("order", "order-42"), row("payment", "order-42")];

function List() {
  const [chosen, choose] = useState<readonly ChosenInstance[]>([]);
  const toggle = (each: ChosenInstance) => choose((before) => toggleChosen(before, each));
  return (
    <>
      <InstanceTable rows={ROWS} columns={columnsOf(undefined)} chosen={chosen} onToggle={toggle} />
      <CompareBar chosen={chosen} onClear={() => choose([])} />
    </>
  );
}

const box = (name: string) => screen.getByRole("checkbox", { name });
const compare = () => screen.getByRole("button", { name: "Compare" });
const says = () => screen.getByRole("status").textContent;

describe("choosing instances to compare", () => {
  it("leads to the two that were ticked, side by side", () => {
    render(<List />);
    expect(screen.queryByRole("button", { name: "Compare" })).toBeNull();
    fireEvent.click(box("Choose order-42, order"));
    expect(says()).toContain("Choose another one of order.");
    expect(compare().hasAttribute("disabled")).toBe(true);
    fireEvent.click(box("Choose order-41, order"));
    fireEvent.click(compare());
    expect(push).toHaveBeenCalledWith("/compare?a=order%2Forder-42&b=order%2Forder-41");
  });

  it("works by keys alone: x chooses the row, c compares", () => {
    render(<List />);
    const press = (key: string) => fireEvent.keyDown(document.body, { key });
    for (const key of ["j", "x", "j", "x", "c"]) press(key);
    expect(push).toHaveBeenCalledWith("/compare?a=order%2Forder-41&b=order%2Forder-42");
  });

  it("says why other machines, or more than two, cannot be compared", () => {
    render(<List />);
    fireEvent.click(box("Choose order-42, order"));
    fireEvent.click(box("Choose order-42, payment"));
    expect(says()).toContain("Only two of one machine can be compared.");
    expect(compare().hasAttribute("disabled")).toBe(true);
    fireEvent.click(box("Choose order-41, order"));
    expect(says()).toBe("3 are chosen. Only two can be compared.");
    fireEvent.click(box("Choose order-42, payment"));
    expect(compare().hasAttribute("disabled")).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "Clear" }));
    expect(says()).toBe("");
  });

  it("moves the focus with the marked row, so that Enter opens what is marked and readers hear it", () => {
    render(<List />);
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key });
    const [first, second] = screen.getAllByRole("link");
    press("j");
    expect(document.activeElement).toBe(first);
    press("j");
    expect(document.activeElement).toBe(second);
    press("k");
    expect(document.activeElement).toBe(first);
    expect(press("Enter")).toBe(true); // the browser follows the link
    expect(push).not.toHaveBeenCalled();
  });
});
