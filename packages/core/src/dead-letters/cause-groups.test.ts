import { describe, expect, it } from "vitest";
import { ERROR_CAUSES } from "../testing/error-causes.ts";
import { seededRandom, textNoise } from "../testing/error-texts.ts";
import { causeOf } from "./cause.ts";

const LETTERS = 100_000;

/** Share of the letters that stand in a group where their own cause is the most frequent. */
function purityOf(groups: ReadonlyMap<string, ReadonlyMap<number, number>>): number {
  const most = [...groups.values()].map((causes) => Math.max(...causes.values()));
  return most.reduce((sum, count) => sum + count, 0) / LETTERS;
}

describe("groups of causes", () => {
  it("100,000 letters of 50 causes in eight languages fall into 50 to 60 groups, purely", () => {
    const random = seededRandom(42);
    const noise = textNoise(random);
    const groups = new Map<string, Map<number, number>>();
    const titles = new Map<string, string>();
    for (let made = 0; made < LETTERS; made += 1) {
      const at = made % ERROR_CAUSES.length;
      const { name, text } = ERROR_CAUSES[at] ?? { name: "", text: () => "" };
      const message = text(noise).slice(0, 1_000);
      const letter = { reason: "max_attempts", consumer: "order", eventType: "order.placed" };
      const { fingerprint, title } = causeOf({ ...letter, error: { name, message } });
      const causes = groups.get(fingerprint) ?? new Map<number, number>();
      groups.set(fingerprint, causes.set(at, (causes.get(at) ?? 0) + 1));
      titles.set(fingerprint, title);
    }
    const told = [...titles.values()].sort().join("\n");
    expect(ERROR_CAUSES).toHaveLength(50);
    expect(groups.size, told).toBeGreaterThanOrEqual(50);
    expect(groups.size, told).toBeLessThanOrEqual(60);
    expect(purityOf(groups)).toBeGreaterThanOrEqual(0.98);
  });
});

describe("a project's own rule", () => {
  const letter = {
    reason: "max_attempts",
    consumer: "mail",
    eventType: "mail.requested",
    error: { name: "SmtpError", message: "550 5.1.1 no such user" },
  };

  it("names the cause, whatever the text", () => {
    const rule = () => ({ key: "smtp 550", title: "The mailbox is gone" });
    const other = { ...letter, error: { name: "SmtpError", message: "550 unknown" } };
    expect(causeOf(letter, rule)).toEqual(causeOf(other, rule));
    expect(causeOf(letter, rule).title).toBe("The mailbox is gone");
  });

  it("leaves the rest to the text, and never keeps a letter from being written", () => {
    const threw = () => {
      throw new Error("a rule of mine");
    };
    expect(causeOf(letter, () => undefined)).toEqual(causeOf(letter));
    expect(causeOf(letter, threw)).toEqual(causeOf(letter));
  });
});
