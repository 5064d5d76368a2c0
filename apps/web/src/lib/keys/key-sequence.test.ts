import { describe, expect, it } from "vitest";
import { advance, type KeyBinding, keyName } from "./key-sequence.ts";

const binding = (keys: string): KeyBinding => ({ keys, label: keys, group: "g", run: () => {} });
const bindings = ["g o", "g d", "t", "?", "Mod+k"].map(binding);

const press = (keys: readonly string[], of = bindings) => {
  let pending: readonly string[] = [];
  const ran: string[] = [];
  for (const key of keys) {
    const step = advance(of, pending, key);
    pending = step.pending;
    if (step.run) ran.push(step.run.keys);
  }
  return ran;
};

describe("advance", () => {
  it("waits for the rest of a sequence", () => {
    expect(press(["g"])).toEqual([]);
    expect(press(["g", "o"])).toEqual(["g o"]);
  });

  it("takes a key that breaks a sequence as a new start", () => {
    expect(press(["g", "t", "g", "g", "d"])).toEqual(["t", "g d"]);
  });

  it("lets the binding that came last win", () => {
    const later = { ...binding("t"), label: "later" };
    expect(advance([...bindings, later], [], "t").run?.label).toBe("later");
  });
});

describe("keyName", () => {
  const event = { key: "K", metaKey: false, ctrlKey: false, altKey: false };

  it("folds ⌘ and Ctrl into one and letters into lower case", () => {
    expect(keyName({ ...event, metaKey: true })).toBe("Mod+k");
    expect(keyName({ ...event, ctrlKey: true })).toBe("Mod+k");
    expect(keyName({ ...event, key: "?" })).toBe("?");
    expect(keyName({ ...event, key: "Shift" })).toBeUndefined();
  });
});
