// @vitest-environment node
import { describe, expect, it } from "vitest";
import { findNul } from "./nul-in-input.ts";
import { callerAs } from "./testing/caller-as.ts";

describe("the character NUL in an input", () => {
  it.each([
    ["a\u0000b", "input"],
    [{ q: "\u0000" }, "q"],
    [{ ids: ["a", "b\u0000"] }, "ids.1"],
    [{ where: { "b\u0000d": 1 } }, "where.b\\u0000d"],
  ])("in %j is at %s", (input, path) => {
    expect(findNul(input)).toBe(path);
  });

  it.each([undefined, null, 1, "", { q: "order 42", at: new Date(0), ids: [] }])(
    "is not in %j",
    (input) => {
      expect(findNul(input)).toBeUndefined();
    },
  );

  it("is looked for as deep as an input may be", () => {
    const deep = `${"[".repeat(20_000)}"\\u0000"${"]".repeat(20_000)}`;
    expect(findNul(JSON.parse(deep))).toMatch(/^0(\.0)+$/);
  });
});

it("is refused by every procedure, which names the field, before a database is asked", async () => {
  const caller = callerAs("admin");
  await expect(caller.instances.get({ machineId: "order", subject: "4\u00002" })).rejects.toThrow(
    "subject: the character NUL is in no text",
  );
  await expect(
    caller.deadLetters.replay({ id: "a\u0000", reason: "why not" }),
  ).rejects.toMatchObject({ code: "BAD_REQUEST" });
});
