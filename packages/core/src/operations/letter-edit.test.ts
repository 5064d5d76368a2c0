import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { JsonObject } from "../kernel/json.ts";
import { createMemoryEngine, type MemoryEngine } from "../testing/memory-engine.ts";
import { type Till, tillProject } from "../testing/till-project.ts";
import { applyEdit, parseLetterEdit } from "./letter-edit.ts";
import type { ReplayReport } from "./replay-report.ts";

const envelope = { id: "e-1", data: { n: 1, lines: [{ sku: "a" }, { sku: "b" }], "a/b": 1 } };

describe("applyEdit", () => {
  it.each([
    [{ op: "replace", path: "/data/n", value: 2 }, { n: 2 }],
    [{ op: "remove", path: "/data/n" }, { n: undefined }],
    [{ op: "add", path: "/data/lines/-", value: 7 }, { lines: [{ sku: "a" }, { sku: "b" }, 7] }],
    [{ op: "add", path: "/data/lines/0", value: 7 }, { lines: [7, { sku: "a" }, { sku: "b" }] }],
    [{ op: "remove", path: "/data/lines/0" }, { lines: [{ sku: "b" }] }],
    [{ op: "replace", path: "/data/a~1b", value: null }, { "a/b": null }],
  ] as const)("does %j", (step, change) => {
    const before = structuredClone(envelope);
    const edited = applyEdit(envelope, parseLetterEdit([step]));
    expect(edited.data).toEqual(JSON.parse(JSON.stringify({ ...envelope.data, ...change })));
    expect(envelope).toEqual(before);
  });

  it.each(["/data/none", "/data/lines/2", "/data/lines/x", "/data/n/deeper"])(
    "refuses a step that leads nowhere: %s",
    (path) => {
      const steps = parseLetterEdit([{ op: "replace", path, value: 1 }]);
      expect(() => applyEdit(envelope, steps)).toThrow(`edit[0].path '${path}' leads nowhere`);
    },
  );
});

describe("parseLetterEdit", () => {
  it.each([
    [[], "list of 1 to 100 steps"],
    ["x", "list of 1 to 100 steps"],
    [[null], "edit[0].op must be one of"],
    [
      [{ op: "replace", path: "/id", value: 1 }],
      "edit[0].path must be a JSON Pointer at or below /data",
    ],
    [[{ op: "add", path: "/data/__proto__/x", value: 1 }], "edit[0].path names '__proto__'"],
    [[{ op: "add", path: "/data/x" }], "edit[0].value is missing"],
    [[{ op: "add", path: "/data/x", value: 1, from: "/data/y" }], "edit[0].from is not known"],
    [[{ op: "add", path: "/data/x", value: "x".repeat(300_000) }], "must be at most"],
  ])("refuses %j", (given, problem) => {
    expect(() => parseLetterEdit(given)).toThrow(problem);
  });
});

describe("a replay with other data", () => {
  const till: Till = { isBroken: false };

  async function sceneWith(payload?: JsonObject) {
    const { machines, ...project } = tillProject(till);
    const schemas = payload === undefined ? {} : { schemas: { pay: payload } };
    const engine = createMemoryEngine({ ...project, machines, ...schemas });
    const data = { n: 7, counterfeit: true, card: "4111111111111111" };
    const sent = createEnvelope({ type: "pay", source: "/t", subject: "p-1", data });
    await engine.handle(sent);
    const [letter] = await engine.openLetters();
    return { engine, sent, letterId: letter?.id ?? "" };
  }

  async function replay(
    { engine, letterId }: { readonly engine: MemoryEngine; readonly letterId: string },
    edit: readonly object[],
    dryRun = false,
  ): Promise<ReplayReport> {
    const request = { kind: "replay", letterId, edit: edit as never, dryRun, reason: "mended" };
    const id = engine.request(request as Parameters<MemoryEngine["request"]>[0]);
    await engine.runUntilQuiet();
    return (await engine.inspect.findCommand(id))?.result as unknown as ReplayReport;
  }

  const GENUINE = [{ op: "replace", path: "/data/counterfeit", value: false }];

  it("is a new envelope, caused by the old one, with the rest as it was sent", async () => {
    const scene = await sceneWith();
    const dry = await replay(scene, GENUINE, true);
    expect(dry).toMatchObject({
      outcome: "processed",
      edit: { changes: [{ before: true, after: false }] },
    });
    expect(await scene.engine.openLetters()).toHaveLength(1);

    const report = await replay(scene, [
      ...GENUINE,
      { op: "replace", path: "/data/card", value: "5555555555554444" },
    ]);
    expect(report).toMatchObject({ outcome: "processed" });
    expect(report.edit?.changes.at(-1)).toEqual({
      op: "replace",
      path: "/data/card",
      before: "***",
      after: "***",
    });
    const events = await scene.engine.inspect.events();
    const edited = JSON.parse(events.at(-1)?.envelope ?? "{}");
    expect(edited).toMatchObject({
      id: report.edit?.envelopeId,
      causationid: scene.sent.id,
      correlationid: scene.sent.id,
      data: { n: 7, counterfeit: false, card: "5555555555554444" },
    });
    expect((await scene.engine.findInstance("till", "p-1"))?.context).toEqual({ coins: [7] });
    expect(await scene.engine.openLetters()).toEqual([]);
    expect(JSON.stringify(await scene.engine.inspect.audit())).not.toContain("5555");
  });

  it("happens once: the letter is resolved, and takes no second edit", async () => {
    const scene = await sceneWith();
    await replay(scene, GENUINE);
    expect(await replay(scene, GENUINE)).toMatchObject({
      outcome: "refused",
      refusals: ["the letter is resolved already: an edit would be a second event"],
    });
    expect((await scene.engine.findInstance("till", "p-1"))?.context).toEqual({ coins: [7] });
  });

  it("is refused where the data does not fit the machine's schema, or leads nowhere", async () => {
    const scene = await sceneWith({
      type: "object",
      properties: { n: { type: "integer", minimum: 1 } },
    });
    const negative = [{ op: "replace", path: "/data/n", value: -1 }];
    expect(await replay(scene, negative)).toMatchObject({
      outcome: "refused",
      refusals: ["the edited data does not fit the schema of 'pay': data.n must be >= 1"],
    });
    const nowhere = [{ op: "remove", path: "/data/none" }];
    expect(await replay(scene, nowhere)).toMatchObject({ outcome: "refused" });
    expect(await replay(scene, GENUINE)).toMatchObject({ outcome: "processed" });
  });
});
