import { describe, expect, it } from "vitest";
import { parseChart } from "../../charts/parse-chart.ts";
import { asyncapiExamples } from "../../testing/asyncapi-examples.ts";
import { asyncapiDocument } from "../asyncapi-document.ts";
import { readForeignDocument } from "../foreign-document.ts";
import { outlineOf } from "../outline.ts";
import { docsSite } from "./docs-site.ts";

const chart = parseChart({
  id: "payment",
  initial: "idle",
  states: {
    idle: { on: { PAY: { meta: { publish: { type: "payment.captured", data: ["total"] } } } } },
  },
});
const document = asyncapiDocument(chart, {
  schemas: {
    PAY: { type: "object", required: ["total"], properties: { total: { type: "integer" } } },
  },
});
const site = docsSite([{ kind: "machine", name: "payment", document }]);

describe("docsSite", () => {
  it("has a page, JSON and YAML for each document, and an index that leads there", () => {
    expect([...site.keys()]).toEqual([
      "index.html",
      "style.css",
      "machine/payment.html",
      "machine/payment.json",
      "machine/payment.yaml",
    ]);
    expect(site.get("index.html")).toContain('<a href="machine/payment.html">payment</a>');
    expect(JSON.parse(site.get("machine/payment.json") ?? "")).toEqual(document);
  });

  it("shows integration events and commands with their fields, each with a link of its own [API-10]", () => {
    const page = site.get("machine/payment.html") ?? "";
    expect(page).toContain("<h2>Integration events</h2>");
    expect(page.indexOf("payment.captured")).toBeGreaterThan(0);
    expect(page).toContain('<h3 id="message-consume.PAY">');
    expect(page).toContain("<td><code>data.total</code></td><td>integer</td><td>required</td>");
  });

  it("links to nothing that is not there, and to nowhere else", () => {
    for (const [path, text] of site) {
      if (!path.endsWith(".html")) continue;
      for (const [, href = ""] of text.matchAll(/href="([^"]*)"/g)) {
        if (href.startsWith("#")) expect(text).toContain(`id="${href.slice(1)}"`);
        else expect(site.has(new URL(href, `http://site/${path}`).pathname.slice(1))).toBe(true);
      }
    }
  });

  it("takes whatever stands in a document for text", () => {
    const evil = `"><script>alert(1)</script>`;
    const bad = { ...document, info: { title: evil, version: evil, description: evil } };
    const pages = docsSite([{ kind: "import", name: evil, document: bad }], evil);
    for (const [path, text] of pages) {
      if (path.endsWith(".html")) expect(text).not.toContain("<script");
    }
    expect([...pages.keys()].join()).not.toMatch(/[<>"]/);
  });

  it("keeps two apart whose names make one file", () => {
    const both = docsSite([
      { kind: "import", name: "a b", document },
      { kind: "import", name: "a_b", document },
    ]);
    expect([...both.keys()].filter((path) => path.endsWith(".html"))).toHaveLength(3);
  });

  it.each(asyncapiExamples())(
    "shows every message of the official example $file",
    async ({ text, file }) => {
      const { document: read } = await readForeignDocument(text, async () => []);
      const page = docsSite([{ kind: "import", name: file, document: read }]).get(
        `import/${file}.html`,
      );
      for (const { key } of outlineOf(read).messages) expect(page).toContain(`id="message-${key}"`);
    },
  );
});
