import { describe, expect, it } from "vitest";
import { readGolden } from "../../testing/golden.ts";
import type { JsonValue } from "../json.ts";
import { MASK } from "./mask.ts";
import { COMPAT_SECRET_KEYS, redactCompat, scrubErrorTextCompat } from "./redact-compat.ts";

interface RedactionGolden {
  readonly marker: string;
  readonly default_keys: readonly string[];
  readonly cases: readonly {
    name: string;
    keys: string[] | null;
    in: JsonValue;
    out: JsonValue;
  }[];
}

interface ScrubCase {
  readonly message: string;
  readonly context: JsonValue;
  readonly out: string;
}

describe("redactCompat", () => {
  const golden = readGolden<RedactionGolden>("redaction");

  it("knows the same names and the same mask as system X [RED-02]", () => {
    expect(COMPAT_SECRET_KEYS).toEqual(golden.default_keys);
    expect(MASK).toBe(golden.marker);
  });

  it.each(golden.cases)("redacts as system X does: $name [RED-01, RED-04, RED-05]", (row) => {
    const before = structuredClone(row.in);

    expect(redactCompat(row.in, row.keys ?? undefined)).toEqual(row.out);
    expect(row.in).toEqual(before);
  });
});

describe("scrubErrorTextCompat", () => {
  it.each(readGolden<ScrubCase[]>("error_message_scrub"))(
    "scrubs as system X does: $message [RED-03]",
    ({ message, context, out }) => {
      expect(scrubErrorTextCompat(message, context)).toBe(out);
    },
  );
});
