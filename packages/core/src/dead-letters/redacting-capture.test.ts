import { describe, expect, it } from "vitest";
import { defineProject } from "../projects/define-project.ts";
import type { MachineDefinition, ProjectDefinition } from "../projects/project.ts";
import { createLetterCapture } from "./redacting-capture.ts";

const machine = (id: string, settings: Partial<MachineDefinition> = {}): MachineDefinition => ({
  chart: { id, initial: "a", states: { a: {} } },
  logic: {},
  ...settings,
});

const captureOf = (settings: Partial<ProjectDefinition>, ...machines: MachineDefinition[]) =>
  createLetterCapture({ machines, ...settings }, undefined);

const DATA = { pin: "1", shipping: "DHL", buyer: "mara@shop.example", lot: "L-1" };

describe("createLetterCapture", () => {
  it("masks by the machine's own settings, else by the project's, else by the common ones [RED-05]", () => {
    const capture = captureOf(
      { redaction: { emails: true } },
      machine("own", { redaction: { keys: ["lot"] } }),
      machine("plain"),
      machine("more", { redactKeys: ["lot"] }),
    );
    const shown = (machineId?: string) => capture.redact(DATA, machineId).value;
    expect(shown("own")).toEqual({ ...DATA, lot: "***" });
    expect(shown("plain")).toEqual({ ...DATA, pin: "***", buyer: "***" });
    expect(shown("more")).toEqual({ ...DATA, pin: "***", buyer: "***", lot: "***" });
    expect(shown()).toEqual(shown("plain"));
  });

  it("masks as older systems do where a machine asks for it: by parts of keys, and values not at all [RED-04]", () => {
    const capture = captureOf({}, machine("old", { redaction: { mode: "substrings" } }));
    const data = { ...DATA, note: "card 4111 1111 1111 1111" };
    expect(capture.redact(data, "old").value).toEqual({ ...data, pin: "***", shipping: "***" });
    expect(capture.redact(data, "other").value).toMatchObject({
      shipping: "DHL",
      note: "card ***",
    });
  });

  it("masks in error texts what stands under secret names, however deep [RED-03]", () => {
    const capture = captureOf({}, machine("own", { redaction: { extraKeys: ["lot"] } }));
    const known = [{ data: { auth: { pass: "open sesame" }, lot: "L-1234" } }];
    const told = "refused 'open sesame' for L-1234";
    expect(capture.scrub(told, "own", known)).toBe("refused '***' for ***");
    expect(capture.scrub(told, "other", known)).toBe("refused '***' for L-1234");
    expect(capture.scrub(told)).toBe(told);
  });

  it.each([
    [{ redaction: { mode: "loose" } }, "redaction.mode"],
    [{ redaction: { keys: [7] } }, "redaction.keys"],
    [{ redaction: { words: [] } }, "redaction.words"],
    [{ redaction: null }, "redaction"],
    [
      { machines: [machine("m", { redaction: { emails: "yes" as never } })] },
      "machines[0].redaction.emails",
    ],
  ])("is refused settings that nobody could mean: %j", (change, field) => {
    const definition = { name: "p", machines: [], topics: [], routes: [], ...change };
    expect(() => defineProject(definition as ProjectDefinition)).toThrow(
      expect.objectContaining({ code: "INVALID_PROJECT", field }),
    );
  });
});
