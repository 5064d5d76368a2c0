import { describe, expect, it } from "vitest";
import { initialsOf, isCurrent } from "./nav-entry.ts";

describe("isCurrent", () => {
  it("covers what lies under an entry and not what only begins alike", () => {
    expect(isCurrent({ href: "/instances" }, "/instances/fulfil/order-42")).toBe(true);
    expect(isCurrent({ href: "/instances" }, "/instances-of")).toBe(false);
    expect(isCurrent({ href: "/" }, "/instances")).toBe(false);
    expect(isCurrent({ href: "/" }, "/")).toBe(true);
  });
});

describe("initialsOf", () => {
  it("takes the first and the last name", () => {
    expect(initialsOf("Mara Kovač")).toBe("MK");
    expect(initialsOf("admin")).toBe("A");
    expect(initialsOf("")).toBe("?");
  });
});
