import { describe, expect, it } from "vitest";
import { csvText } from "./csv-text.ts";

describe("a text as a cell of CSV", () => {
  it.each([
    ["order-42", "order-42"],
    ["two, of it", '"two, of it"'],
    ['said "no"', '"said ""no"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ["-1", "'-1"],
    ["＝1+1", "'＝1+1"],
    ["\n=1+1", '"\'\n=1+1"'],
    ["", ""],
  ])("%j is %j", (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });
});
