import { describe, expect, it } from "vitest";
import type { AlertReading, AlertRule, OpenAlert } from "./alert-rule.ts";
import { planAlerts, RECOVER_AFTER_MS } from "./plan-alerts.ts";

const rule = (over: Partial<AlertRule> = {}): AlertRule => ({
  id: "r-1",
  name: "letters",
  signal: "new-letter",
  threshold: 3,
  machineId: undefined,
  channels: ["c-1"],
  quiet: undefined,
  enabled: true,
  ...over,
});
const reading = (value: number, subject = "mail"): AlertReading => ({
  signal: "new-letter",
  subject,
  value,
});
const open = (over: Partial<OpenAlert> = {}): OpenAlert => ({
  id: "a-1",
  ruleId: "r-1",
  subject: "mail",
  value: 3,
  silentMs: undefined,
  ...over,
});

describe("planAlerts", () => {
  it("raises one for each subject that reaches the threshold [OPS-01]", () => {
    const changes = planAlerts([rule()], [reading(3), reading(2, "order"), reading(9, "shop")], []);
    expect(changes.map((change) => change.kind === "raise" && change.summary)).toEqual([
      "mail: 3 new dead letters",
      "shop: 9 new dead letters",
    ]);
  });

  it("listens to no other signal, and where a rule names a machine, to no other", () => {
    const other: AlertReading = { ...reading(9), signal: "overdue" };
    expect(planAlerts([rule({ machineId: "order" })], [reading(9), other], [])).toEqual([]);
  });

  it("raises nothing twice, and keeps the value of what stands", () => {
    expect(planAlerts([rule()], [reading(3)], [open()])).toEqual([]);
    expect(planAlerts([rule()], [reading(5)], [open()])).toEqual([
      { kind: "update", id: "a-1", value: 5, summary: "mail: 5 new dead letters" },
    ]);
  });

  it("lets an alert recover only after it was silent for a while", () => {
    const at = (silentMs: number | undefined) => planAlerts([rule()], [], [open({ silentMs })]);
    expect(at(undefined)).toEqual([{ kind: "silence", id: "a-1" }]);
    expect(at(RECOVER_AFTER_MS - 1)).toEqual([]);
    expect(at(RECOVER_AFTER_MS)).toMatchObject([{ kind: "recover", id: "a-1" }]);
  });

  it("takes what comes back meanwhile for the same alert", () => {
    const [change] = planAlerts([rule()], [reading(3)], [open({ silentMs: 30_000 })]);
    expect(change).toMatchObject({ kind: "update", id: "a-1" });
  });

  it.each([
    ["switched off", [rule({ enabled: false })]],
    ["deleted", []],
  ])("lets alerts of a rule that was %s recover at once", (_what, rules) => {
    expect(planAlerts(rules, [reading(9)], [open()])).toEqual([
      { kind: "recover", id: "a-1", rule: undefined },
    ]);
  });
});
