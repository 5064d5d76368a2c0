import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FilterInput } from "./filter-input.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const onChange = vi.fn();
const input = (value: string) => (
  <FilterInput label="Find" placeholder="" className="" value={value} onChange={onChange} />
);
const field = () => screen.getByLabelText<HTMLInputElement>("Find");
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const rest = (ms = 250) => act(() => void vi.advanceTimersByTime(ms));

describe("FilterInput", () => {
  beforeEach(() => void onChange.mockClear());

  it("keeps what is typed while the page, through its address, comes to an earlier text", () => {
    const { rerender } = render(input(""));
    type("order-4");
    rest();
    expect(onChange).toHaveBeenLastCalledWith("order-4");
    type("order-42");
    rerender(input("order-4")); // the address follows in its own time
    expect(field().value).toBe("order-42");
    rest();
    expect(onChange).toHaveBeenLastCalledWith("order-42");
    type("order-421");
    rest();
    rerender(input("order-42"));
    expect(field().value).toBe("order-421");
  });

  it("keeps a space on which the typing rests, and asks once", () => {
    const { rerender } = render(input(""));
    type("card ");
    rest();
    rerender(input("card"));
    expect(field().value).toBe("card ");
    for (let again = 0; again < 3; again += 1) {
      rerender(input("card"));
      rest();
    }
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("asks although the page around it is drawn more often than the typing rests", () => {
    const { rerender } = render(input(""));
    type("card");
    for (let again = 0; again < 5; again += 1) {
      rest(100);
      rerender(input(""));
    }
    expect(onChange).toHaveBeenCalledWith("card");
  });

  it("follows the address where somebody else changes it: a link, Back, Clear filters", () => {
    const { rerender } = render(input("order-42"));
    type("order-421");
    rest();
    rerender(input("order-421"));
    rerender(input("order-42"));
    expect(field().value).toBe("order-42");
    rerender(input(""));
    expect(field().value).toBe("");
    rest();
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});
