import { describe, expect, it } from "vitest";
import { browserName } from "./browser-name.ts";

describe("browserName", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/605.1",
      "Safari on macOS",
    ],
    ["curl/8.1", "Something that is no browser we know"],
    [null, "Something that is no browser we know"],
  ])("reads %s", (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
