import { describe, expect, it } from "vitest";
import { isAllowed, PERMISSIONS } from "./permissions.ts";

describe("isAllowed", () => {
  it("lets a viewer look and nothing else", () => {
    expect(PERMISSIONS.filter((each) => isAllowed("viewer", each))).toEqual(["view", "readAudit"]);
  });

  it("keeps administration from a responder", () => {
    expect(isAllowed("responder", "replay")).toBe(true);
    expect(isAllowed("responder", "operate")).toBe(true);
    expect(isAllowed("responder", "administer")).toBe(false);
  });

  it("lets an admin do everything", () => {
    expect(PERMISSIONS.every((each) => isAllowed("admin", each))).toBe(true);
  });

  it.each([undefined, null, "", "owner", "constructor", "__proto__"])(
    "denies everything to the role %s",
    (role) => {
      expect(PERMISSIONS.some((each) => isAllowed(role, each))).toBe(false);
    },
  );
});
