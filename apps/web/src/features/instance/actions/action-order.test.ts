import { describe, expect, it } from "vitest";
import { EMPTY_FORM, readForm } from "./action-order.ts";

const form = (more: Partial<typeof EMPTY_FORM>) => ({ ...EMPTY_FORM, ...more });
const orderOf = (...read: Parameters<typeof readForm>) => {
  const found = readForm(...read);
  return found.kind === "order" ? found.order : found.field;
};

describe("readForm", () => {
  it("reads an event with its payload, and one without", () => {
    expect(orderOf("send", form({ event: "PAID", payload: '{"total": 5}' }))).toEqual({
      kind: "send",
      event: "PAID",
      payload: { total: 5 },
    });
    expect(orderOf("send", form({ event: "PAID" }))).toEqual({ kind: "send", event: "PAID" });
  });

  it("names the field that is missing or malformed", () => {
    expect(orderOf("send", form({}))).toBe("event");
    expect(orderOf("send", form({ event: "PAID", payload: "{" }))).toBe("payload");
    expect(orderOf("skip", form({ output: "nope" }))).toBe("output");
    expect(orderOf("rewind", form({}))).toBe("revision");
  });

  it("tells a call from a letter, whose ids may hold colons", () => {
    expect(orderOf("resume", form({ failure: "call:reserve" }))).toEqual({
      kind: "resume",
      call: "reserve",
    });
    expect(orderOf("resume", form({ failure: "letter:a:b" }))).toEqual({
      kind: "resume",
      letterId: "a:b",
    });
    expect(orderOf("resume", form({}))).toEqual({ kind: "resume" });
  });

  it("leaves out what was left empty", () => {
    expect(orderOf("migrate", form({ states: { old: " ", kept: "new" } }))).toEqual({
      kind: "migrate",
      states: { kept: "new" },
    });
    expect(orderOf("skip", form({ output: "null" }))).toEqual({ kind: "skip", output: null });
    expect(orderOf("cancel", form({}))).toEqual({ kind: "cancel" });
  });
});
