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

  it("leaves Enter to the button or link that has the focus, with and without a modifier", () => {
    const [open, inTab] = [binding("Enter"), binding("Mod+Enter")];
    release = registerKeys([open, inTab]);
    document.body.innerHTML =
      "<button>Replay</button><a href='/x'>x</a><details><summary>More</summary></details>";
    for (const own of document.querySelectorAll("button, a, summary")) {
      expect(press("Enter", own)).toBe(true);
      expect(press("Enter", own, { ctrlKey: true })).toBe(true);
    }
    expect(open.run).not.toHaveBeenCalled();
    expect(inTab.run).not.toHaveBeenCalled();
    press("Enter", document.body);
    press("Enter", document.body, { ctrlKey: true });
    expect(open.run).toHaveBeenCalledTimes(1);
    expect(inTab.run).toHaveBeenCalledTimes(1);
  });

  it("keeps ⌘ Enter quiet while somebody types, and under a dialog", () => {
    const inTab = binding("Mod+Enter");
    release = registerKeys([inTab]);
    document.body.innerHTML = "<dialog open><textarea></textarea></dialog><input>";
    for (const field of document.querySelectorAll("textarea, input")) {
      press("Enter", field, { metaKey: true });
    }
    press("Enter", document.body, { metaKey: true });
    expect(inTab.run).not.toHaveBeenCalled();
  });
});
