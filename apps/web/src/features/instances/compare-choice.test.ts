import { describe, expect, it } from "vitest";
import { readChoice, toggleChosen } from "./compare-choice.ts";

const order = (subject: string) => ({ machineId: "order", subject });

describe("readChoice", () => {
  it("is a pair for two instances of one machine, in the order of choosing", () => {
    const chosen = toggleChosen(toggleChosen([], order("order-43")), order("order-42"));
    expect(readChoice(chosen)).toMatchObject({
      kind: "pair",
      a: "order/order-43",
      b: "order/order-42",
    });
  });

  it("says what is missing or too much", () => {
    const [one, two, three] = [order("order-1"), order("order-2"), order("order-3")];
    expect(readChoice([])).toEqual({ kind: "none" });
    expect(readChoice([one])).toMatchObject({
      kind: "not yet",
      says: expect.stringMatching(/another one of order/),
    });
    expect(readChoice([one, two, three])).toMatchObject({
      kind: "not yet",
      says: expect.stringMatching(/Only two/),
    });
    const other = { machineId: "payment", subject: "order-1" };
    expect(readChoice([one, other])).toMatchObject({
      kind: "not yet",
      says: expect.stringMatching(/of one machine/),
    });
  });
});

describe("toggleChosen", () => {
  it("lets go of what was chosen before", () => {
    const chosen = toggleChosen([], order("order-1"));
    expect(toggleChosen(chosen, order("order-1"))).toEqual([]);
  });
});
