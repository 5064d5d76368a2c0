import { describe, expect, it } from "vitest";
import { actionWords, checkWords, outcomeOf, targetOf, verificationWords } from "./audit-words.ts";

const CHECKED = { checked: 5, isPartial: false, brokenSeq: undefined, checkedAt: new Date(0) };

describe("actionWords", () => {
  it.each([
    ["user.create_first_admin", "create the first admin"],
    ["token revoke", "revoke a token"],
    ["feed move", "move a feed"],
    ["audit.check", "check the audit"],
    ["something new", "something new"],
  ])("says %s as '%s'", (action, words) => {
    expect(actionWords(action)).toBe(words);
  });
});

describe("targetOf", () => {
  it("leads to the letter a row is about, and names its subject", () => {
    const detail = { value: { subject: "order-42" }, masked: 0 };
    expect(targetOf({ target: "dead letter l/1", detail })).toEqual({
      kind: "dead letter of order-42",
      name: "l/1",
      href: "/dead-letters/l%2F1",
    });
  });

  it("leads to the job a row is about", () => {
    const detail = { value: null, masked: 0 };
    expect(targetOf({ target: "replay job j-1", detail })).toEqual({
      kind: "replay job",
      name: "j-1",
      href: "/replay-jobs/j-1",
    });
  });

  it("takes a named target apart, and shows any other as it is", () => {
    expect(targetOf({ target: "user:64", detail: { value: null, masked: 0 } })).toMatchObject({
      kind: "user",
      name: "64",
    });
    expect(targetOf({ target: "token ci", detail: { value: null, masked: 0 } })).toEqual({
      kind: "",
      name: "token ci",
      href: undefined,
    });
  });
});

describe("outcomeOf", () => {
  it.each([
    ["processed", "processed", "green"],
    ["dead_lettered", "failed again", "red"],
    ["whole", "whole", "green"],
    ["broken", "does not fit", "red"],
    ["something new", "something new", "plain"],
  ])("says %s as '%s'", (outcome, words, tone) => {
    expect(outcomeOf(outcome)).toEqual({ words, tone });
  });
});

describe("checkWords", () => {
  it.each([
    [{ ...CHECKED, checked: 4_812 }, "4,812 records, whole"],
    [{ ...CHECKED, checked: 1 }, "1 record, whole"],
    [{ ...CHECKED, checked: 200_000, isPartial: true }, "the newest 200,000 records, whole"],
    [{ ...CHECKED, brokenSeq: "3" }, "5 records, row 3 does not fit"],
  ])("says what came out: %j", (check, words) => {
    expect(checkWords(check)).toBe(words);
  });
});

describe("verificationWords", () => {
  it.each([
    [CHECKED, true, "All 5 rows fit the chain"],
    [{ ...CHECKED, checked: 1 }, true, "The one row fits the chain"],
    [{ ...CHECKED, checked: 0 }, true, "No rows yet"],
    [
      { ...CHECKED, checked: 20_000, isPartial: true },
      true,
      "The newest 20,000 rows fit the chain; older ones were not checked",
    ],
  ])("tells how much was checked: %j", (verification, isSound, words) => {
    expect(verificationWords(verification)).toEqual({ isSound, words });
  });

  it("names the first row that does not fit", () => {
    expect(verificationWords({ ...CHECKED, brokenSeq: "3" })).toMatchObject({
      isSound: false,
      words: expect.stringContaining("Row 3 does not fit"),
    });
  });
});
