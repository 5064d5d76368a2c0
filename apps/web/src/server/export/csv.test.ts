// @vitest-environment node
import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("csvLine", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＠SUM(A1)"])(
    "lets no spreadsheet run %j",
    (formula) => {
      expect(csvLine([formula])).toMatch(/^"?'/);
    },
  );

  it("quotes what would break a line, and doubles quotes", () => {
    expect(csvLine(['a "b"', "c,d", "e\nf", "plain"])).toBe('"a ""b""","c,d","e\nf",plain\r\n');
  });

  it("writes numbers as they are, instants in UTC, and nothing for nothing", () => {
    expect(csvLine([-1, new Date(0), undefined])).toBe("-1,1970-01-01T00:00:00.000Z,\r\n");
  });
});
