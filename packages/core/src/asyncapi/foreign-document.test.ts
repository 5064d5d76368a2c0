import { describe, expect, it } from "vitest";
import { asyncapiExamples } from "../testing/asyncapi-examples.ts";
import { documentText, parseDocumentText } from "./document-text.ts";
import { InvalidDocumentError } from "./errors.ts";
import { readForeignDocument } from "./foreign-document.ts";
import { outlineOf } from "./outline.ts";

const SIMPLE = "asyncapi: 3.0.0\ninfo: {title: Mail, version: '1'}\nchannels: {}\n";

describe("readForeignDocument", () => {
  it.each(asyncapiExamples())(
    "reads the official example $file and takes it apart",
    async (each) => {
      const { document, notFetched } = await readForeignDocument(each.text);
      const { title, messages, channels } = outlineOf(document);

      expect(title).not.toBe("");
      expect(channels.length).toBeGreaterThan(0);
      expect(messages.length).toBeGreaterThan(0);
      expect(notFetched.length).toBe(each.file.startsWith("adeo") ? 2 : 0);
      expect(JSON.stringify(document)).not.toMatch(/"\$ref":"[^#]/);
      expect(parseDocumentText(documentText(document, "yaml"))).toEqual(document);
    },
  );

  it("says where a document is wrong", async () => {
    const reading = readForeignDocument(
      SIMPLE.replace("channels: {}", "channels: {a: {address: 5}}"),
    );
    await expect(reading).rejects.toThrow(InvalidDocumentError);
    await expect(reading).rejects.toMatchObject({ field: "channels.a.address" });
  });

  it.each([
    ["asyncapi must be 3.0.0 or 3.1.0, got '2.6.0'", SIMPLE.replace("3.0.0", "2.6.0")],
    ["asyncapi must be 3.0.0 or 3.1.0, got nothing", "openapi: 3.0.0"],
    ["is neither JSON nor YAML", "a: [b"],
    ["is neither JSON nor YAML", aliasBomb()],
    ["must be an object", "- a"],
    ["is larger than 2097152 bytes", `x: ${"é".repeat(1_048_577)}`],
    ["is more than 100 levels deep", `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    ["has more than 200000 parts", JSON.stringify({ a: Array.from({ length: 200_001 }, () => 0) })],
    [
      "info.__proto__ is a name that cannot be used",
      '{"asyncapi":"3.0.0","info":{"__proto__":{"a":1}}}',
    ],
  ])("refuses what is hostile or foreign: %s", async (problem, text) => {
    await expect(readForeignDocument(text)).rejects.toThrow(problem);
  });

  it("fetches nothing, and keeps where the rest is", async () => {
    const text = `${SIMPLE.replace("channels: {}", "channels: {a: {address: a, messages: {m: {payload: {$ref: 'http://127.0.0.1:9/x.json'}}}}}")}`;
    const { document, notFetched } = await readForeignDocument(text);
    expect(notFetched).toEqual([
      { path: "channels.a.messages.m.payload.$ref", ref: "http://127.0.0.1:9/x.json" },
    ]);
    expect(JSON.stringify(document)).toContain('"x-not-fetched":"http://127.0.0.1:9/x.json"');
  });

  it("is not kept busy by a hostile pattern", async () => {
    const payload = { type: "string", pattern: "^(a+)+$" };
    const examples = [{ payload: `${"a".repeat(40)}!` }];
    const text = JSON.stringify({
      asyncapi: "3.0.0",
      info: { title: "t", version: "1" },
      channels: { a: { address: "a", messages: { m: { payload, examples } } } },
    });
    expect((await readForeignDocument(text)).document).toMatchObject({ asyncapi: "3.0.0" });
  });
});

function aliasBomb(): string {
  const levels = Array.from(
    { length: 30 },
    (_each, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`,
  );
  return ["a0: &a0 [x]", ...levels].join("\n");
}
