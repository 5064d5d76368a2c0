// @vitest-environment node
import { describe, expect, it } from "vitest";
import { endingRanges } from "./subject-endings.ts";

/** Compared by bytes, as the index does. */
function endsSo(subject: string, text: string): boolean {
  const backward = Buffer.from([...subject].reverse().join(""));
  return endingRanges(text).some(
    ({ from, before }) =>
      Buffer.compare(backward, Buffer.from(from)) >= 0 &&
      Buffer.compare(backward, Buffer.from(before)) < 0,
  );
}

describe("endingRanges", () => {
  it.each([
    ["42", "42"],
    ["order-42", "42"],
    ["acme:order/42", "42"],
    ["tenant7:order_42", "42"],
    ["order 42", "42"],
    ["a|42", "42"],
    ["[42", "42"],
    ["order42", "42"],
    ["bestellungÄ42", "42"],
    ["😀42", "42"],
    ["acme:order-42", "order-42"],
    ["acme.order-42", "order-42"],
    ["acme:größe-7", "größe-7"],
    ["acme:order-42", "-42"],
    ["order-42%", "%"],
  ])("takes %s for one that ends with %s", (subject, text) => {
    expect(endsSo(subject, text)).toBe(true);
  });

  it.each([
    ["order-142", "42"],
    ["order-420", "42"],
    ["preorder-42", "order-42"],
    ["7order-42", "order-42"],
    ["Xorder-42", "order-42"],
    ["éorder-42", "order-42"],
    ["order-42", "%"],
  ])("does not take %s for one that ends with %s", (subject, text) => {
    expect(endsSo(subject, text)).toBe(false);
  });

  it("overlaps nowhere, so that each subject is met once", () => {
    const ranges = endingRanges("42").map(({ from, before }) => [
      Buffer.from(from),
      Buffer.from(before),
    ]);
    const sorted = ranges.toSorted(([a = Buffer.of()], [b = Buffer.of()]) => Buffer.compare(a, b));
    for (const [at, [, before = Buffer.of()]] of sorted.slice(0, -1).entries()) {
      const [next = Buffer.of()] = sorted[at + 1] ?? [];
      expect(Buffer.compare(before, next)).toBeLessThanOrEqual(0);
    }
  });
});
