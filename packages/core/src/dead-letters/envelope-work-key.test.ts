import { describe, expect, it } from "vitest";
import { envelopeWorkKey } from "./envelope-work-key.ts";

describe("what an envelope that was given up is known by", () => {
  it("is its id and source, since another source may use the same id", () => {
    const one = envelopeWorkKey({ id: "1", source: "/orders" });
    expect(envelopeWorkKey({ id: "1", source: "/orders" })).toBe(one);
    expect(envelopeWorkKey({ id: "1", source: "/payments" })).not.toBe(one);
    expect(envelopeWorkKey({ id: "2", source: "/orders" })).not.toBe(one);
  });

  it("is what the migration made of letters that were there before", () => {
    // SELECT 'envelope:' || 'e-1' || '@' || left(encode(sha256(convert_to('/größe', 'UTF8')), 'hex'), 16)
    expect(envelopeWorkKey({ id: "e-1", source: "/größe" })).toBe("envelope:e-1@59e7eb6a9caec45d");
  });

  it("is short enough for an index, however long the source is", () => {
    const source = `/${"ab".repeat(511)}`;
    expect(envelopeWorkKey({ id: "e-1", source }).length).toBeLessThan(64);
  });
});
