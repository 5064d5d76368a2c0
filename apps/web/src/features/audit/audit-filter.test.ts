import { describe, expect, it } from "vitest";
import { filterOf, filterWords, isNarrowed, localOf, urlInstantOf } from "./audit-filter.ts";

const urlOf = (query: string) => {
  const params = new URLSearchParams(query);
  return { get: (name: string) => params.get(name) ?? undefined };
};

describe("the filter of the audit", () => {
  it("reads a span of time from the URL as instants", () => {
    const query = "actor=mara&from=2026-11-30T08:00:00.000Z&before=2026-11-30T09:30:00.000Z";
    expect(filterOf(urlOf(query))).toEqual({
      ...{ actor: "mara", action: undefined, q: undefined },
      from: new Date("2026-11-30T08:00:00Z"),
      before: new Date("2026-11-30T09:30:00Z"),
    });
  });

  it("passes over what is no instant", () => {
    expect(isNarrowed(filterOf(urlOf("from=yesterday&before=")))).toBe(false);
  });

  it("gives back the instant that was chosen in local time", () => {
    const at = new Date(2026, 10, 30, 8, 14);
    expect(localOf(at)).toBe("2026-11-30T08:14");
    expect(urlInstantOf(localOf(at))).toBe(at.toISOString());
    expect([localOf(undefined), urlInstantOf("")]).toEqual(["", undefined]);
  });

  it("can be said in words", () => {
    const from = new Date(2026, 10, 30, 8);
    expect(filterWords({ action: "replay", from })).toBe("action replay, from 2026-11-30 08:00");
  });
});
