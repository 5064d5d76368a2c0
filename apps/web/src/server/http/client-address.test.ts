import { describe, expect, it } from "vitest";
import { clientAddress, countedAddress } from "./client-address.ts";

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
    expect(from("'; DROP TABLE x --", 0)).toBeUndefined();
    expect(from("1:2", 0)).toBeUndefined();
    expect(clientAddress(new Headers(), 1)).toBeUndefined();
    expect(from("203.0.113.9", 3)).toBeUndefined();
  });

  it("is the same for each connection, whatever port a proxy notes", () => {
    expect(from("203.0.113.9:4711", 1)).toBe("203.0.113.9");
    expect(from("[2001:db8::1]:4711", 1)).toBe("2001:db8::1");
    expect(from("::ffff:203.0.113.9", 0)).toBe("203.0.113.9");
  });
});

describe("countedAddress", () => {
  it("is the network of an IPv6 address, since one client has all of it", () => {
    const [one, other, elsewhere] = [
      "2001:db8:0:7::1",
      "2001:0DB8:0000:0007:ffff:ffff:ffff:ffff",
      "2001:db8:0:8::1",
    ].map(countedAddress);
    expect(one).toBe("2001:db8:0:7::/64");
    expect(other).toBe(one);
    expect(elsewhere).not.toBe(one);
    expect(countedAddress("::1")).toBe("0:0:0:0::/64");
    expect(countedAddress("2001:db8::7:0:0:192.0.2.1")).toBe("2001:db8:0:7::/64");
  });

  it("is the address itself of IPv4, and one for all where nothing is known", () => {
    expect(countedAddress("203.0.113.9")).toBe("203.0.113.9");
    expect(countedAddress(undefined)).toBe("unknown");
  });
});
