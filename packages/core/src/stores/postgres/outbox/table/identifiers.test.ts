import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../../../../kernel/errors.ts";
import { HOSTILE_TEXTS } from "../../../../testing/hostile-values.ts";
import { quoteIdentifier, quoteTable } from "./identifiers.ts";

describe("names that go into SQL", () => {
  it.each(["outbox", "Outbox", "_x$1", "größe"])(
    "may be plain ones, quoted as they are: %s",
    (name) => {
      expect(quoteIdentifier("table", name)).toBe(`"${name}"`);
    },
  );

  it.each([
    'x"; DROP TABLE y; --',
    'x" (id) SELECT 1 --',
    "x y",
    "1x",
    "",
    "x;",
    "x\u0000",
    "x\n",
    "x'",
    "ä".repeat(40),
    ...HOSTILE_TEXTS.filter((text) => /[^\p{L}\p{N}_$]/u.test(text)), // letters of any script make a name
  ])("are refused, naming the setting, when they are anything else: %j [SEC-09]", (name) => {
    expect(() => quoteIdentifier("table", name)).toThrow(InvalidConfigError);
    expect(() => quoteIdentifier("table", name)).toThrow(/^table must be/);
  });

  it("may have a schema, and no more than that [SEC-09]", () => {
    expect(quoteTable("table", "app.outbox")).toBe('"app"."outbox"');
    for (const table of ["a.b.c", ".b", "a.", 'a".b', "a.b;--"]) {
      expect(() => quoteTable("table", table), table).toThrow(InvalidConfigError);
    }
  });
});
