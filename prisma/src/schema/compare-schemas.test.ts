import { describe, expect, it } from "vitest";
import { compareSchemas } from "./compare-schemas.ts";

const known = {
  "table a": "table",
  "column a.x": "text",
  "index a.a_pkey": "CREATE …",
  "function f(x text)": "text",
};

describe("compareSchemas", () => {
  it("finds nothing where all is the same", () => {
    expect(compareSchemas(known, { ...known })).toEqual([]);
  });

  it("names each thing that is missing, different or extra, with what it should be and what it is", () => {
    const { "index a.a_pkey": _gone, ...rest } = known;
    expect(
      compareSchemas(known, { ...rest, "column a.x": "json", "function g()": "text" }),
    ).toEqual([
      { kind: "different", what: "column a.x", expected: "text", found: "json" },
      { kind: "missing", what: "index a.a_pkey", expected: "CREATE …" },
      { kind: "extra", what: "function g()", found: "text" },
    ]);
  });

  it("names a table that is missing or extra once, and not its parts", () => {
    expect(compareSchemas(known, { "function f(x text)": "text" })).toMatchObject([
      { kind: "missing", what: "table a" },
    ]);
    expect(compareSchemas({ "function f(x text)": "text" }, known)).toMatchObject([
      { kind: "extra", what: "table a" },
    ]);
  });
});
