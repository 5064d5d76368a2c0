import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const host = "localhost:3000";

describe("isSameOrigin", () => {
  it("takes a request from a page of the same host", () => {
    expect(isSameOrigin(new Headers({ host, origin: "http://localhost:3000" }), undefined)).toBe(
      true,
    );
  });

  it("takes the configured address behind a proxy that renames the host", () => {
    const headers = new Headers({ host: "web:3000", origin: "https://saga.example.com" });
    expect(isSameOrigin(headers, "https://saga.example.com/console")).toBe(true);
  });

  it("takes a client that is no browser", () => {
    expect(isSameOrigin(new Headers({ host }), undefined)).toBe(true);
  });

  it.each([
    ["another origin", { host, origin: "http://evil.example" }],
    ["another port", { host, origin: "http://localhost:4000" }],
    ["a sandboxed page", { host, origin: "null" }],
    ["another site without an origin", { host, "sec-fetch-site": "cross-site" }],
    ["a sister site", { host, "sec-fetch-site": "same-site" }],
  ])("refuses %s", (_name, headers) => {
    expect(isSameOrigin(new Headers(headers), undefined)).toBe(false);
  });
});
