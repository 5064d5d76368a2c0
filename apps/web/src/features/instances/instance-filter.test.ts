import { describe, expect, it } from "vitest";
import { filterOf, filterWords, isNarrowed, readCursor, writeCursor } from "./instance-filter.ts";

const urlOf = (query: string) => {
  const params = new URLSearchParams(query);
  return { get: (name: string) => params.get(name) ?? undefined };
};
const AT = "2026-11-30T08:14:56.000123Z";

describe("filterOf", () => {
  it("reads what the URL says", () => {
    expect(
      filterOf(
        urlOf(
          "machine=fulfil&version=3&state=packing&phase=completed&age=over-1d&ended=24h&attention=stuck&q=42",
        ),
      ),
    ).toEqual({
      machine: "fulfil",
      version: "3",
      state: "packing",
      phase: "completed",
      age: "over-1d",
      ended: "24h",
      attention: "stuck",
      q: "42",
      status: undefined,
    });
  });

  it("passes over what is no value of ours, and a version of no machine", () => {
    const url = urlOf("phase=nonsense&status=&attention=yes&age=1&ended=24&version=3");
    expect(isNarrowed(filterOf(url))).toBe(false);
  });

  it("can be said in words", () => {
    expect(
      filterWords(filterOf(urlOf("machine=fulfil&q=42&age=over-1d&ended=1h&attention=letters"))),
    ).toBe(
      "subject “42”, machine fulfil, older than a day, ended in the last hour, with dead letters",
    );
  });
});

describe("cursors", () => {
  it.each(["order-42", "a/b", "ü %2F", "100%"])(
    "come back from the URL as they were: %s",
    (subject) => {
      const cursor = { at: AT, machineId: "fulfil", subject };
      expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    },
  );

  it.each([undefined, "", "x", "a/b", "a/b/c", `${AT}/a/b/c`, `${AT}/a/`, `${AT}/%/b`])(
    "take %s for the first page",
    (text) => {
      expect(readCursor(text)).toBeUndefined();
    },
  );
});
