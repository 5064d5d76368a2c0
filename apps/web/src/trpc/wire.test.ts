// @vitest-environment node
import { describe, expect, it } from "vitest";
import { wire } from "./wire.ts";

const travelled = (value: unknown): unknown =>
  wire.deserialize(JSON.parse(JSON.stringify(wire.serialize(value))));

describe("what travels between server and browser", () => {
  it.each(["__proto__", "constructor", "prototype"])(
    "may have a payload with the key %s in it, however deep, and changes no other object by it",
    (key) => {
      const data: unknown = JSON.parse(
        `{"a":[{"${key}":{"polluted":true,"${key}":1}}],"${key}":"<b>"}`,
      );
      const at = new Date("2026-11-30T12:00:00Z");
      const back = travelled({ id: "x", at, data, none: undefined }) as { data: object; at: Date };
      expect(JSON.stringify(back.data)).toBe(JSON.stringify(data));
      expect(back.at).toEqual(at);
      expect(Object.getPrototypeOf(back.data)).toBe(Object.prototype);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );
});
