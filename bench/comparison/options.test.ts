import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.ts";

describe("parseOptions", () => {
  it("measures every figure once in four rounds when nothing is asked", () => {
    const { rounds, tasks, only, what } = parseOptions([]);
    expect({ rounds, only, what }).toEqual({ rounds: 4, only: [], what: "peers" });
    expect(tasks.map(({ figure, count }) => `${figure} ${count}`)).toEqual([
      "drain 20000",
      "idle 200",
      "workflows 2000",
      "alone 40",
      "transitions 20000",
    ]);
  });

  it("makes a task of each count in a list", () => {
    const { tasks } = parseOptions(["--figures", "drain", "--messages", "20000,100000"]);
    expect(tasks.map(({ count }) => count)).toEqual([20_000, 100_000]);
  });

  it("refuses a figure it does not know", () => {
    expect(() => parseOptions(["--figures", "drain,speed"])).toThrow("got 'speed'");
  });

  it.each(["0", "1.5", "many"])("refuses %s as a count", (count) => {
    expect(() => parseOptions(["--rounds", count])).toThrow(
      `--rounds must be an integer of at least 1, got '${count}'`,
    );
  });

  it("refuses an option it does not know", () => {
    expect(() => parseOptions(["--speed", "9"])).toThrow("--speed");
  });
});
