import { readFileSync } from "node:fs";
import path from "node:path";
import { parseChart, structureHashOf } from "@sagascope/core";
import { describe, expect, it } from "vitest";
import { main } from "./main.ts";

const SAMPLES = path.join(import.meta.dirname, "testing/charts");

/** Run the command on a file, without a database: it needs none. */
async function check(...args: readonly string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await main({
    argv: ["chart", "check", ...args],
    variables: {},
    cwd: SAMPLES,
    signal: new AbortController().signal,
    print: (line) => stdout.push(line),
    warn: (line) => stderr.push(line),
  });
  return { code, stdout: stdout.join("\n"), stderr };
}

describe("sagascope chart check", () => {
  it("reads a chart in the spellings of XState v4", async () => {
    const { code, stdout, stderr } = await check("heater-v4.json", "--json");

    expect([code, stderr]).toEqual([0, []]);
    expect(JSON.parse(stdout)).toEqual({
      id: "heater",
      version: "0.0.0",
      states: [
        ...["idle", "igniting", "burning", "burning.low", "burning.high", "burning.cooled"],
        ...["burning.last", "locked"],
      ],
      hash: expect.stringMatching(/^sha256:/),
    });
  });

  it("gives the older spellings the hash of the newer ones", async () => {
    const { stdout } = await check("heater-v4.json", "--json");
    const old = JSON.parse(readFileSync(path.join(SAMPLES, "heater-v4.json"), "utf8"));
    const { burning, idle, igniting, locked } = old.states;
    const { last: _last, ...regions } = burning.states;
    const newer = {
      id: "heater",
      initial: "idle",
      context: old.context,
      states: {
        idle: {
          ...idle,
          on: {
            MEASURED: [
              { guard: "isCold", target: "igniting", actions: ["remember"] },
              { guard: "isWarm", actions: ["remember"] },
            ],
          },
        },
        igniting: {
          invoke: {
            id: "ignite",
            src: "igniteBurner",
            onDone: "burning",
            onError: igniting.on["error.platform.ignite"],
          },
          after: {
            8000: { target: "idle", actions: "countFailure" },
            gasTimeout: { guard: "hasFailedOften", target: "locked" },
          },
        },
        burning: {
          initial: "low",
          onDone: "idle",
          on: { STOP: { target: ".cooled", reenter: true } },
          states: {
            ...regions,
            low: { on: { MEASURED: { target: "high", guard: "isCold" } } },
            high: {
              always: { target: "low", guard: "isWarm" },
              on: { MEASURED: { actions: ["remember"] } },
            },
            last: { type: "history" },
          },
        },
        locked,
      },
    };

    expect(JSON.parse(stdout).hash).toBe(structureHashOf(parseChart(newer)));
  });

  it("says of everything that is wrong where it stands", async () => {
    const { code, stdout, stderr } = await check("heater-broken.json");

    expect([code, stdout]).toEqual([1, ""]);
    const places = stderr.slice(0, -1).map((line) => line.split(": ")[0]);
    expect(places).toEqual([
      "states.idle.on.MEASURED[0].cond",
      'states.idle.on["done.invoke.ignite"]',
      "states.idle.after[0]",
      "states.igniting.invoke[0].service",
      "states.igniting.invoke[0].src",
      'states.igniting.on["error.platform.ignite"][0].action',
      'states.igniting.on["error.platform.ignite"]',
      "states.burning.type",
      "initial",
    ]);
    expect(stderr.at(-1)).toMatch(/^sagascope: heater-broken\.json: chart 'heater' is invalid: /);
  });
});
