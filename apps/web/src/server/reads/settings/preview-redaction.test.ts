// @vitest-environment node
import type { PrismaClient } from "@sagascope/database";
import { describe, expect, it } from "vitest";
import { findTried, previewRedaction, type TriedRules } from "./preview-redaction.ts";

const TYPED = { kind: "typed", extraKeys: [], allowedKeys: [], emails: false } as const;
const STORED = [
  { project: "shop", machineId: "", settings: { emails: true } },
  { project: "shop", machineId: "order", settings: { extraKeys: ["lot"] } },
];
const prisma = { redactionRule: { findMany: async () => STORED } } as unknown as PrismaClient;

const preview = async (payload: string, rules: TriedRules = TYPED) =>
  previewRedaction(payload, await findTried(prisma, rules));

describe("previewRedaction", () => {
  it("tells what is masked for its key from what is masked for its look", async () => {
    const payload = JSON.stringify({
      password: "x",
      note: "card 4111 1111 1111 1111",
      order: { items: [{ pin: "1" }] },
      total: 12,
    });
    const { masked, text } = await preview(payload);
    expect(masked).toEqual([
      { path: "/password", by: "key" },
      { path: "/note", by: "value" },
      { path: "/order/items/0/pin", by: "key" },
    ]);
    expect(text).not.toMatch(/4111|"x"/);
  });

  it("tries out a project's own names", async () => {
    const payload = JSON.stringify({ nickname: "m", tokenCount: 7, mail: "a@b.org" });
    const rules = { extraKeys: ["nickname"], allowedKeys: ["tokenCount"], emails: true };
    const { masked } = await preview(payload, { kind: "typed", ...rules });
    expect(masked.map(({ path }) => path)).toEqual(["/nickname", "/mail"]);
  });

  it("tries a machine's rules, or those of everybody, as they were registered", async () => {
    const payload = JSON.stringify({ lot: "L-1", mail: "a@b.org" });
    expect((await preview(payload, { kind: "machine", machineId: "order" })).masked).toEqual([
      { path: "/lot", by: "key" },
    ]);
    const { masked } = await preview(payload, { kind: "shared" });
    expect(masked).toHaveLength(2);
    expect(masked).toContainEqual({ path: "/lot", by: "key" });
    expect(masked).toContainEqual({ path: "/mail", by: "value" });
  });

  it("repeats nothing of what is no JSON", async () => {
    await expect(preview("{geheim")).rejects.toThrow(/^payload must be JSON$/);
  });
});
