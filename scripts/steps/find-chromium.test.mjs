import { describe, expect, it } from "vitest";
import { findChromium, findInstallCommands } from "./find-chromium.mjs";

const on = (platform, env, ...files) =>
  findChromium({ env, platform, exists: (file) => files.includes(file) });

describe("findChromium", () => {
  it("takes CHROMIUM_PATH, and nothing else where it is set", () => {
    const env = { CHROMIUM_PATH: "/opt/chromium" };
    expect(on("linux", env, "/opt/chromium", "/usr/bin/chromium")).toBe("/opt/chromium");
    expect(on("linux", env, "/usr/bin/chromium")).toBeUndefined();
  });

  it.each([
    ["linux", {}, "/usr/bin/chromium"],
    ["linux", {}, "/usr/bin/google-chrome"],
    ["darwin", {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    [
      "win32",
      { PROGRAMFILES: "C:\\Program Files" },
      "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    ],
  ])("looks in the usual places of %s", (platform, env, file) => {
    expect(on(platform, env, file)).toBe(file);
    expect(on(platform, env)).toBeUndefined();
  });
});

describe("findInstallCommands", () => {
  const debian = 'NAME="Debian GNU/Linux"\nID=debian\n';

  it("installs on Debian as root, and nowhere else", () => {
    expect(findInstallCommands({ uid: 0, osRelease: debian })).toHaveLength(2);
    expect(findInstallCommands({ uid: 1000, osRelease: debian })).toBeUndefined();
    expect(findInstallCommands({ uid: 0, osRelease: "ID=ubuntu\nID_LIKE=debian" })).toBeUndefined();
  });
});
