import { describe, expect, it } from "vitest";
import { AUDIT_GENESIS_HASH, auditHash, findBrokenRow } from "./audit-chain.ts";

function chainOf(count: number) {
  let prevHash = AUDIT_GENESIS_HASH;
  return Array.from({ length: count }, (_row, index) => {
    const row = {
      seq: String(index + 1),
      at: "2026-11-29T14:31:52.010203Z",
      actor: "mara",
      action: "replay",
      target: `dead letter ${index}`,
      reason: "fixed",
      outcome: "processed",
      detail: "{}",
      prevHash,
    };
    prevHash = auditHash(row);
    return { ...row, hash: prevHash };
  });
}

describe("findBrokenRow", () => {
  it("finds nothing in a whole chain, an empty one included", () => {
    expect(findBrokenRow(chainOf(5))).toBeUndefined();
    expect(findBrokenRow([])).toBeUndefined();
  });

  it.each(["actor", "action", "target", "reason", "outcome", "detail", "at"] as const)(
    "finds a row whose %s was changed",
    (field) => {
      const rows = chainOf(5).map((row) => (row.seq === "3" ? { ...row, [field]: "x" } : row));
      expect(findBrokenRow(rows)).toBe("3");
    },
  );

  it("finds a missing row and a row put in", () => {
    const rows = chainOf(5);
    expect(findBrokenRow(rows.filter(({ seq }) => seq !== "2"))).toBe("3");
    expect(findBrokenRow([...rows.slice(0, 2), ...rows.slice(1)])).toBe("2");
  });

  it("goes on where the page before ended", () => {
    const rows = chainOf(6);
    expect(findBrokenRow(rows.slice(3), rows[2])).toBeUndefined();
    expect(findBrokenRow(rows.slice(3), rows[1])).toBe("4");
  });
});
