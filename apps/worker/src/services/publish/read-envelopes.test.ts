import { describe, expect, it } from "vitest";
import { readEnvelopes } from "./read-envelopes.ts";

const event = (id: string, change: object = {}) => ({
  specversion: "1.0",
  id,
  type: "order.placed",
  source: "/shop",
  subject: "order-42",
  ...change,
});
const idsIn = (text: string) => readEnvelopes(text).envelopes.map(({ id }) => id);

describe("readEnvelopes", () => {
  it.each([
    ["one event", JSON.stringify(event("a")), ["a"]],
    ["one event on several lines", JSON.stringify(event("a"), undefined, 2), ["a"]],
    ["an array", JSON.stringify([event("a"), event("b")]), ["a", "b"]],
    ["an empty array", "[]", []],
    [
      "one event a line",
      `${JSON.stringify(event("a"))}\n\n${JSON.stringify(event("b"))}\n`,
      ["a", "b"],
    ],
  ])("reads %s", (_what, text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });

  it("names every event that is refused by its place and field", () => {
    const events = [
      event("a"),
      event("b", { subject: " " }),
      event("c", { type: "done.invoke.pay" }),
      event("d", { source: undefined }),
      7,
    ];
    const { envelopes, refused } = readEnvelopes(JSON.stringify(events));
    expect(envelopes.map(({ id }) => id)).toEqual(["a"]);
    expect(refused).toMatchObject([
      { index: 1, field: "subject" },
      { index: 2, field: "type", problem: "type 'done.invoke.pay' is reserved for the engine" },
      { index: 3, field: "source" },
      { index: 4, problem: "envelope must be a JSON object" },
    ]);
  });

  it("names the line that is not JSON", () => {
    const { refused } = readEnvelopes(`${JSON.stringify(event("a"))}\n{"specversion"`);
    expect(refused).toMatchObject([{ index: 1, problem: expect.stringContaining("is not JSON") }]);
  });

  it("refuses a member of an array that is too large by itself", () => {
    const { refused } = readEnvelopes(
      JSON.stringify([event("a", { data: "x".repeat(1_048_576) })]),
    );
    expect(refused).toMatchObject([{ index: 0, problem: expect.stringContaining("the limit is") }]);
  });

  it("says of a file that is no JSON at all that it is one bad event", () => {
    expect(readEnvelopes("hello")).toMatchObject({ envelopes: [], refused: [{ index: 0 }] });
  });
});
