// @vitest-environment node
import { describe, expect, it } from "vitest";
import { previewRedaction } from "./preview-redaction.ts";

const RULES = { extraKeys: [], allowedKeys: [], emails: false };

describe("previewRedaction", () => {
  it("tells what is masked for its key from what is masked for its look", () => {
    const payload = JSON.stringify({
      password: "x",
      note: "card 4111 1111 1111 1111",
      order: { items: [{ pin: "1" }] },
      total: 12,
    });
    const preview = previewRedaction(payload, RULES);
    expect(preview.masked).toEqual([
      { path: "/password", by: "key" },
      { path: "/note", by: "value" },
      { path: "/order/items/0/pin", by: "key" },
    ]);
    expect(preview.text).not.toMatch(/4111|"x"/);
  });

  it("tries out a project's own names", () => {
    const payload = JSON.stringify({ nickname: "m", tokenCount: 7, mail: "a@b.org" });
    const rules = { extraKeys: ["nickname"], allowedKeys: ["tokenCount"], emails: true };
    expect(previewRedaction(payload, rules).masked.map(({ path }) => path)).toEqual([
      "/nickname",
      "/mail",
    ]);
  });

  it("repeats nothing of what is no JSON", () => {
    expect(() => previewRedaction("{geheim", RULES)).toThrow(/^payload must be JSON$/);
  });
});
