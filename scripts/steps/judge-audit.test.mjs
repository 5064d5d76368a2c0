import { describe, expect, it } from "vitest";
import { judgeAudit } from "./judge-audit.mjs";

const URL = "https://github.com/advisories/GHSA-1";
const report = (severity) => ({
  metadata: { vulnerabilities: { total: 1 } },
  vulnerabilities: {
    left: { name: "left", severity, via: [{ title: "Bad", url: URL, severity }] },
    right: { name: "right", severity, via: ["left"] }, // has it through the other
  },
});

describe("judgeAudit", () => {
  it("names what is high or critical, once", () => {
    const { unargued } = judgeAudit(report("high"), [], "2026-01-01");
    expect(unargued).toEqual([{ package: "left", title: "Bad", url: URL, severity: "high" }]);
    expect(judgeAudit(report("critical"), [], "2026-01-01").unargued).toHaveLength(1);
    expect(judgeAudit(report("moderate"), [], "2026-01-01").unargued).toEqual([]);
  });

  it("heeds an exception that is argued, until its day", () => {
    const exception = { url: URL, why: "never called", until: "2026-06-30" };
    expect(judgeAudit(report("high"), [exception], "2026-06-30").unargued).toEqual([]);
    expect(judgeAudit(report("high"), [exception], "2026-07-01").unargued).toHaveLength(1);
    expect(
      judgeAudit(report("high"), [{ ...exception, why: "" }], "2026-01-01").unargued,
    ).toHaveLength(1);
  });

  it("names exceptions that nothing needs any more", () => {
    const exception = { url: "https://gone", why: "x", until: "2027-01-01" };
    expect(judgeAudit(report("high"), [exception], "2026-01-01").stale).toEqual([exception]);
  });

  it("does not take a registry that did not answer for one that found nothing", () => {
    expect(judgeAudit({ message: "405 Method Not Allowed" }, [], "2026-01-01")).toEqual({
      kind: "unanswered",
    });
    expect(judgeAudit(undefined, [], "2026-01-01")).toEqual({ kind: "unanswered" });
  });
});
