import { describe, expect, it } from "vitest";
import { hoursCounted, orphansOf, rateWords } from "./choreography.ts";

describe("rateWords", () => {
  it("says how often something comes in the unit that fits", () => {
    expect(rateWords(0, 24)).toBe("");
    expect(rateWords(2, 24)).toBe("2/day");
    expect(rateWords(84, 24)).toBe("3.5/h");
    expect(rateWords(17_280, 24)).toBe("12/min");
    expect(rateWords(20_000, 0.1)).toBe("3,333/min");
  });
});

describe("hoursCounted", () => {
  it("is at least a tenth, and changes only every six minutes", () => {
    const since = new Date(0);
    expect(hoursCounted({ since }, 5)).toBe(0.1);
    expect(hoursCounted({ since }, 86_400_000)).toBe(24);
    expect(hoursCounted({ since }, 86_401_000)).toBe(24);
  });
});

describe("orphansOf", () => {
  it("counts by machine what nobody takes and what nobody says", () => {
    const said = { topic: "events", type: "t" };
    const orphans = orphansOf({
      unheard: [
        { ...said, machine: "order", count: 3 },
        { ...said, machine: "order", count: 0 },
      ],
      unsaid: [{ ...said, machine: "mail" }],
    });
    expect([...orphans]).toEqual([
      ["order", { unheard: 2, unsaid: 0 }],
      ["mail", { unheard: 0, unsaid: 1 }],
    ]);
  });
});
