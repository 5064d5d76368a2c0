import { describe, expect, it } from "vitest";
import { payloadSkeleton } from "./payload-skeleton.ts";

const field = (path: string, depth: number, type: string, meaning = "") => ({
  path,
  name: path.split(".").at(-1) ?? path,
  depth,
  type,
  meaning,
  isRequired: true,
});
const message = (...fields: ReturnType<typeof field>[]) => ({
  data: { origin: "declared" as const, isEnvelope: true, isCut: false, fields },
});

describe("payloadSkeleton", () => {
  it("holds every field with an empty value of its type, nested as it is", () => {
    const text = payloadSkeleton(
      message(
        field("data.total", 0, "integer"),
        field("data.currency", 0, "enum", 'what is paid in; "EUR", "USD"'),
        field("data.card", 0, "object"),
        field("data.card.number", 1, "string"),
        field("data.lines", 0, "array of object"),
        field("data.lines[].sku", 1, "string"),
        field("data.at", 0, "date-time"),
      ),
    );
    expect(JSON.parse(text)).toEqual({
      total: 0,
      currency: "EUR",
      card: { number: "" },
      lines: [{ sku: "" }],
      at: null,
    });
  });

  it("is an empty object where nobody names a field", () => {
    expect(payloadSkeleton(message())).toBe("{}");
  });
});
