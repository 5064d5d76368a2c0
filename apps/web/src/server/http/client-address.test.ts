import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = (text: string, proxies: number) =>
  clientAddress(new Headers({ "x-forwarded-for": text }), proxies);

describe("clientAddress", () => {
  it("is the server's own entry where there is no proxy", () => {
    expect(from("203.0.113.9", 0)).toBe("203.0.113.9");
  });

  it("is what the outermost of our proxies saw, whatever the client wrote before it", () => {
    expect(from("1.1.1.1, 203.0.113.9", 1)).toBe("203.0.113.9");
    expect(from("1.1.1.1, 203.0.113.9, 10.0.0.2", 2)).toBe("203.0.113.9");
  });

  it("is unknown rather than a text that is no address", () => {
    expect(from("'; DROP TABLE x --", 0)).toBe("unknown");
    expect(clientAddress(new Headers(), 1)).toBe("unknown");
    expect(from("203.0.113.9", 3)).toBe("unknown");
  });
});
