import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineProject } from "./define-project.ts";
import type { ProjectDefinition } from "./project.ts";

const chart = { id: "till", initial: "open", states: { open: { on: { PAY: "open" } } } };
const base: ProjectDefinition = {
  name: "shop",
  topics: ["commands", "events"],
  machines: [{ chart, logic: {} }],
  routes: [{ topic: "commands", type: "pay", machine: "till", event: "PAY", validate: true }],
};

describe("schemas of a project", () => {
  it("are JSON Schema afterwards, whatever they were written in", () => {
    const { schemas } = defineProject({
      ...base,
      schemas: { pay: z.object({ total: z.number() }) },
    });
    expect(schemas.pay).toMatchObject({ type: "object", required: ["total"] });
  });

  it("may stand in the chart, by type or by event", () => {
    for (const name of ["pay", "PAY"]) {
      const machines = [
        { chart: { ...chart, meta: { schemas: { [name]: { type: "object" } } } }, logic: {} },
      ];
      expect(() => defineProject({ ...base, machines })).not.toThrow();
    }
  });

  it.each<[string, Partial<ProjectDefinition>]>([
    ["routes[0].validate needs a schema for 'pay'", {}],
    ["schemas['pay'] cannot be used", { schemas: { pay: { type: "text" } } }],
    [
      "schemas['pay'].items.$ref must refer to a part of the same schema",
      { schemas: { pay: { items: { $ref: "a.json" } } } },
    ],
    [
      "machines[0].chart.meta.schemas['pay'] must be a JSON Schema, got number",
      { machines: [{ chart: { ...chart, meta: { schemas: { pay: 5 } } }, logic: {} }] },
    ],
    [
      "documents.version must be one of 3.0.0, 3.1.0, got '2.6.0'",
      { documents: { version: "2.6.0" as "3.0.0" } },
    ],
    [
      "documents.servers.main.protocol must be a text",
      {
        documents: {
          servers: { main: { host: "a" } as unknown as { host: string; protocol: string } },
        },
      },
    ],
    [
      "documents.servers.main.host must be a host and port without user or password",
      { documents: { servers: { main: { host: "ada:pw@broker", protocol: "amqp" } } } },
    ],
    [
      "machines[0].document.title must be a text",
      { machines: [{ chart, logic: {}, document: { title: " " } }] },
    ],
  ])("are refused: %s", (problem, change) => {
    expect(() => defineProject({ ...base, ...change })).toThrow(`project: ${problem}`);
  });
});
