import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { MissingExtraError } from "@sagascope/core/errors";
import { readGolden } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireValid } from "../services/documents/require-valid.ts";
import { UsageError } from "./errors.ts";
import { main } from "./main.ts";

interface ChartCase {
  readonly name: string;
  readonly chart: { readonly id: string };
  readonly known_upstream_defect?: string | null;
  readonly asyncapi_default: { readonly channels: object; readonly operations: object };
}

const [ORDER] = readGolden<ChartCase[]>("charts").filter((each) => !each.known_upstream_defect);
/** Names of logic that exists nowhere: the document does not need it. */
const LONELY = {
  id: "lonely",
  initial: "a",
  states: {
    a: {
      on: {
        GO: {
          target: "b",
          guard: "nobodyWroteIt",
          actions: ["norThis"],
          meta: { publish: "went" },
        },
      },
    },
    b: { invoke: { src: "norThat" } },
  },
};

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-asyncapi-"));
  file("m.json", ORDER?.chart);
  file("lonely.json", LONELY);
  file("list.json", [1]);
  file("broken.json", { id: "m", initial: "nowhere", states: {} });
});
afterAll(() => rmSync(dir, { recursive: true }));

const file = (name: string, content: unknown) =>
  writeFileSync(
    path.join(dir, name),
    typeof content === "string" ? content : JSON.stringify(content),
  );

async function run(...argv: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await main({
    argv: ["asyncapi", ...argv],
    variables: {},
    cwd: dir,
    signal: new AbortController().signal,
    print: (line) => stdout.push(line),
    warn: (line) => stderr.push(line),
  });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
}

describe("sagascope asyncapi FILE", () => {
  it("prints the document of a chart [CLI-09]", async () => {
    const { code, stdout, stderr } = await run("m.json");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      asyncapi: "3.0.0",
      channels: ORDER?.asyncapi_default.channels,
      operations: ORDER?.asyncapi_default.operations,
    });
  });

  it("takes broker, topics, title and version, writes YAML, and can be held to the official parser [CLI-09]", async () => {
    const options = [
      "--server",
      "broker:9092",
      "--inbound",
      "in",
      "--outbound",
      "out",
      "--title",
      "T",
    ];
    const { code, stdout } = await run(
      "m.json",
      ...options,
      "--asyncapi",
      "3.1.0",
      "-o",
      "m.yaml",
      "--validate",
    );
    expect([code, stdout]).toEqual([0, "m.yaml"]);
    const text = readFileSync(path.join(dir, "m.yaml"), "utf8");
    for (const line of [
      "asyncapi: 3.1.0",
      "title: T",
      "host: broker:9092",
      "protocol: kafka",
      "address: in",
      "address: out",
    ]) {
      expect(text).toContain(line);
    }
  });

  it("needs none of the chart's logic [CLI-10]", async () => {
    const { code, stdout } = await run("lonely.json", "--json");
    expect(code).toBe(0);
    expect(stdout).not.toContain("\n");
    expect(JSON.parse(stdout)).toMatchObject({
      operations: { consume_lonely: {}, publish_lonely: {} },
    });
  });

  it.each([
    [["missing.json"], "cannot load machine: file 'missing.json' cannot be read: ENOENT"],
    [["list.json"], "cannot load machine 'list.json': it is not a machine, but a list"],
    [["broken.json"], "cannot load machine 'broken.json': chart 'm' is invalid"],
    [["m.json", "-o", "missing/dir/x.json"], "cannot write 'missing/dir/x.json': ENOENT"],
    [["m.json", "--server", ""], "--server must not be empty"],
    [["m.json", "--outbound", " "], "--outbound must not be empty"],
    [["m.json", "--asyncapi", "2.6.0"], "--asyncapi must be one of 3.0.0, 3.1.0, got '2.6.0'"],
    [["m.json", "--format", "xml"], "--format must be one of json, yaml, got 'xml'"],
    [[], "name one: a FILE, --machine, --system or --service"],
    [["m.json", "--machine", "order"], "name one: a FILE, --machine, --system or --service"],
  ])("refuses %j with exit code 2 and one line [CLI-09][TRB-34]", async (argv, problem) => {
    const { code, stdout, stderr } = await run(...argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.split("\n")).toHaveLength(1);
    expect(stderr).toContain(`sagascope: ${problem}`);
  });
});

describe("requireValid", () => {
  it("names each field of a document that is not valid [CLI-09]", async () => {
    const notes: string[] = [];
    const checking = requireValid(
      { asyncapi: "3.0.0", info: { title: "t" }, channels: {} },
      (note) => notes.push(note),
    );
    await expect(checking).rejects.toThrow(UsageError);
    await expect(checking).rejects.toThrow("the document is not valid AsyncAPI 3.0");
    expect(notes.join()).toContain("info: ");
  });

  it("names the package to install where the validator is missing [CLI-09][TRB-32]", async () => {
    const checking = requireValid(
      {},
      () => undefined,
      () => Promise.reject(new MissingExtraError("@asyncapi/parser")),
    );
    await expect(checking).rejects.toThrow(UsageError);
    await expect(checking).rejects.toThrow(
      "--validate needs more: package '@asyncapi/parser' is not installed, run: npm install @asyncapi/parser",
    );
  });
});

describe("sagascope asyncapi diff", () => {
  beforeAll(async () => {
    const states = (events: readonly string[]) => ({
      a: { on: Object.fromEntries(events.map((event) => [event, "a"])) },
    });
    for (const [name, events] of [
      ["one", ["GO", "STOP"]],
      ["two", ["GO", "STOP", "WAIT"]],
      ["three", ["GO"]],
    ] as const) {
      file(`${name}.chart.json`, { id: "m", initial: "a", states: states(events) });
      await run(`${name}.chart.json`, "-o", `${name}.yaml`);
    }
  });

  it("exits with 0 where nobody breaks, and says what changed", async () => {
    expect(await run("diff", "one.yaml", "two.yaml")).toEqual({
      code: 0,
      stdout: "compatible  xsm.m.WAIT new message it receives",
      stderr: "",
    });
    expect((await run("diff", "one.yaml", "one.yaml")).stdout).toBe("no difference");
  });

  it("exits with 1 where others break, unless told not to", async () => {
    const found = await run("diff", "one.yaml", "three.yaml");
    expect(found).toMatchObject({
      code: 1,
      stdout: "BREAKING    xsm.m.STOP is no longer received",
    });
    expect(found.stderr).toBe("sagascope: 1 change(s) that others may break on");
    expect((await run("diff", "one.yaml", "three.yaml", "--fail-on", "never")).code).toBe(0);
    const { stdout } = await run("diff", "one.yaml", "three.yaml", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      breaking: 1,
      unclear: 0,
      changes: [{ class: "breaking" }],
    });
  });

  it.each([
    [["one.yaml"], "AFTER is missing"],
    [["one.yaml", "missing.yaml"], "file 'missing.yaml' cannot be read: ENOENT"],
    [["one.yaml", "list.json"], "list.json: the document must be an object"],
    [["--machine", "m", "--system", "s"], "name one: --machine, --system or --service"],
    [
      ["one.yaml", "two.yaml", "--fail-on", "all"],
      "--fail-on must be one of breaking, unclear, never, got 'all'",
    ],
  ])("refuses %j with exit code 2", async (argv, problem) => {
    expect(await run("diff", ...argv)).toMatchObject({ code: 2, stderr: `sagascope: ${problem}` });
  });
});
