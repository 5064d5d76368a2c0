import { describe, expect, it } from "vitest";
import { createDisplayRedaction, redactionRulesOf } from "./redaction-rules.ts";

const machine = (id: string, settings = {}) => ({
  chart: { id, initial: "a", states: { a: {} } },
  logic: {},
  ...settings,
});

describe("redactionRulesOf", () => {
  it("says the project's rule and each machine's, whose settings take its place", () => {
    const rules = redactionRulesOf({
      redaction: { emails: true },
      machines: [
        machine("plain"),
        machine("own", { redaction: { extraKeys: ["lot"] } }),
        machine("more", { redactKeys: ["bin"] }),
      ],
    });
    expect(rules).toEqual([
      { machineId: undefined, settings: { emails: true } },
      { machineId: "plain", settings: { emails: true } },
      { machineId: "own", settings: { extraKeys: ["lot"] } },
      { machineId: "more", settings: { emails: true, extraKeys: ["bin"] } },
    ]);
  });
});

const DATA = { pin: "1", lot: "L-1", note: "ask mara@shop.example", box: { lot: "L-2", pin: "2" } };

describe("createDisplayRedaction", () => {
  const redaction = createDisplayRedaction([
    { machineId: undefined, settings: { emails: true } },
    { machineId: "lots", settings: { extraKeys: ["lot"] } },
    { machineId: "open", settings: { keys: [] } },
    { machineId: "boxes", settings: { extraKeys: ["box"] } },
  ]);

  it("masks a machine's data by the machine's rules alone", () => {
    const of = (machineId: string) => redaction.of(machineId).redact(DATA).value;
    expect(of("lots")).toEqual({
      ...DATA,
      pin: "***",
      lot: "***",
      box: { lot: "***", pin: "***" },
    });
    expect(of("open")).toEqual(DATA);
  });

  it("masks what belongs to no machine, or to none that registered, by every rule", () => {
    const { value, paths } = redaction.shared.redact(DATA);
    expect(value).toEqual({ pin: "***", lot: "***", note: "ask ***", box: "***" });
    expect([...paths].sort()).toEqual(["/box", "/lot", "/note", "/pin"]);
    expect(redaction.of("stranger").redact(DATA).value).toEqual(value);
    expect(redaction.of(undefined).redact(DATA).value).toEqual(value);
  });

  it("masks in texts what any rule masks, known secrets of the context included", () => {
    const told = "L-1234 of mara@shop.example, Bearer abc123DEF456ghi789";
    const { shared } = redaction;
    expect(shared.redactErrorText(told, { lot: "L-1234" })).toBe("*** of ***, Bearer ***");
    expect(shared.redactText(told)).toBe("L-1234 of ***, Bearer ***");
  });

  it("masks by the built-in rules where nobody registered any, or such as nobody understands", () => {
    for (const rules of [[], [{ machineId: undefined, settings: { mode: "of the future" } }]]) {
      const { shared } = createDisplayRedaction(rules);
      expect(shared.redact(DATA).value).toEqual({
        ...DATA,
        pin: "***",
        box: { lot: "L-2", pin: "***" },
      });
    }
  });
});
