import { afterEach, describe, expect, it, vi } from "vitest";
import { registeredKeys, registerKeys, SINGLE_KEYS_STORAGE } from "./key-registry.ts";

const binding = (keys: string, run = vi.fn()) => ({ keys, label: keys, group: "Test", run });
const press = (key: string, target: EventTarget = document, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );

let release = () => {};
afterEach(() => {
  release();
  localStorage.clear();
  document.body.innerHTML = "";
});

describe("registerKeys", () => {
  it("runs a binding until it is released", () => {
    const theme = binding("t");
    release = registerKeys([theme]);
    press("t");
    release();
    press("t");
    expect(theme.run).toHaveBeenCalledTimes(1);
    expect(registeredKeys()).toEqual([]);
  });

  it("keeps single letters quiet while somebody types, but not ⌘K", () => {
    const [theme, search] = [binding("t"), binding("Mod+k")];
    release = registerKeys([theme, search]);
    document.body.innerHTML = "<input><input type='checkbox'>";
    const [field, box] = document.querySelectorAll("input");
    press("t", field);
    press("k", field, { metaKey: true });
    expect(theme.run).not.toHaveBeenCalled();
    expect(search.run).toHaveBeenCalledTimes(1);
    press("t", box);
    expect(theme.run).toHaveBeenCalledTimes(1);
  });

  it("keeps the page's keys quiet under a dialog, and all single ones where they are switched off", () => {
    const theme = binding("t");
    release = registerKeys([theme]);
    document.body.innerHTML = "<dialog open></dialog>";
    press("t");
    document.body.innerHTML = "";
    localStorage.setItem(SINGLE_KEYS_STORAGE, "off");
    press("t");
    expect(theme.run).not.toHaveBeenCalled();
  });
});
