import { describe, expect, it } from "vitest";
import { landingOf } from "./sign-in.ts";

describe("landingOf", () => {
  it("goes to the page that was asked for", () => {
    expect(landingOf("/instances/fulfil/order-42?rev=3")).toBe("/instances/fulfil/order-42?rev=3");
  });

  it.each([
    null,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n\\evil.example",
    "/.//evil.example",
    "javascript:x",
  ])("goes to the overview instead of %s", (next) => {
    expect(landingOf(next)).toBe("/");
  });
});
