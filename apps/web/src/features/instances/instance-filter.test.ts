import { describe, expect, it, vi } from "vitest";
import { filterOf, filterWords, isNarrowed, readCursor, writeCursor } from "./instance-filter.ts";

const urlOf = (query: string) => {
  const params = new URLSearchParams(query);
  return { get: (name: string) => params.get(name) ?? undefined, set: vi.fn() };
};

describe("filterOf", () => {
  it("reads what the URL says", () => {
    expect(filterOf(urlOf("machine=fulfil&phase=completed&attention=stuck&q=42"))).toEqual({
      machine: "fulfil",
      phase: "completed",
      attention: "stuck",
      q: "42",
      status: undefined,
    });
  });

  it("passes over what is no value of ours", () => {
    expect(isNarrowed(filterOf(urlOf("phase=nonsense&status=&attention=yes")))).toBe(false);
  });

  it("can be said in words", () => {
    expect(filterWords(filterOf(urlOf("machine=fulfil&q=42")))).toBe(
      "machine fulfil, subject “42”",
    );
  });
});

describe("cursors", () => {
  it.each(["order-42", "a/b", "ü %2F", "100%"])(
    "come back from the URL as they were: %s",
    (subject) => {
      expect(readCursor(writeCursor({ machineId: "fulfil", subject }))).toEqual({
        machineId: "fulfil",
        subject,
      });
    },
  );

  it.each([undefined, "", "x", "a/b/c", "a/", "%/b"])("take %s for the first page", (text) => {
    expect(readCursor(text)).toBeUndefined();
  });
});
