import { describe, expect, it } from "vitest";
import { createRedactor } from "../kernel/redaction/redactor.ts";
import { maskLetter } from "./letter-display.ts";

const LETTER = {
  id: "l-1",
  envelope: { data: { password: "***", lot: "L-1" } },
  redactedPaths: ["/data/password"],
  snapshot: { value: "open", context: { lot: "L-1" } },
  errors: [
    {
      name: "Error",
      message: "ask mara@shop.example",
      at: "then",
      attempt: 1,
      stack: "at x@y.example",
    },
  ],
};

describe("maskLetter", () => {
  it("masks by rules that came after the letter, and counts each place once", () => {
    const masked = maskLetter(LETTER, createRedactor({ extraKeys: ["lot"], emails: true }));
    expect(masked).toEqual({
      ...LETTER,
      envelope: { data: { password: "***", lot: "***" } },
      redactedPaths: ["/data/password", "/data/lot"],
      snapshot: { value: "open", context: { lot: "***" } },
      errors: [{ ...LETTER.errors[0], message: "ask ***", stack: "at ***" }],
    });
    expect(LETTER.snapshot.context.lot).toBe("L-1");
  });

  it("shows nothing of what cannot be masked to its end", () => {
    let deep: unknown = "secret";
    for (let n = 0; n < 10_000; n += 1) deep = [deep];
    const masked = maskLetter({ ...LETTER, envelope: deep as never }, createRedactor());
    expect(JSON.stringify(masked)).not.toContain("secret");
    expect(masked.envelope).toEqual({ _unrecorded: "UnredactableError" });
  });
});
