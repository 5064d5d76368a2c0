import { readGolden } from "@sagascope/core/testing";
import { describe, expect, it } from "vitest";
import { argumentsOf, durationMsOf, limitOf, oneOf } from "./arguments.ts";
import { UsageError } from "./errors.ts";

interface ReplayVectors {
  readonly age_parse: readonly (readonly [string, number | null])[];
}

describe("durationMsOf", () => {
  it.each(readGolden<ReplayVectors>("replay_and_cli_vectors").age_parse)(
    "reads %j as %j seconds [CLI-06]",
    (text, seconds) => {
      const read = () => durationMsOf("--expires", text);
      if (seconds === null) expect(read).toThrow(`invalid age '${text}'`);
      else expect(read()).toBe(seconds * 1_000);
    },
  );
});

describe("limitOf", () => {
  it("takes a whole number of at least 1, or what is given instead of none [CLI-06]", () => {
    expect(limitOf({ limit: "7" }, 50)).toBe(7);
    expect(limitOf({}, 50)).toBe(50);
  });

  it.each(["0", "-1", "1.5", "many", ""])("refuses %j [CLI-06]", (limit) => {
    expect(() => limitOf({ limit }, 50)).toThrow(`--limit must be >= 1, got '${limit}'`);
  });
});

describe("argumentsOf", () => {
  it("names what is missing and what is too much", () => {
    expect(argumentsOf(["a", "b"], ["TOPIC", "FILE"])).toEqual({ TOPIC: "a", FILE: "b" });
    expect(() => argumentsOf(["a"], ["TOPIC", "FILE"])).toThrow("FILE is missing");
    expect(() => argumentsOf(["a", "b"], ["ID"])).toThrow("unexpected argument 'b'");
  });
});

describe("oneOf", () => {
  it("refuses other words and says which there are", () => {
    expect(oneOf("--phase", "failed", ["running", "failed"])).toBe("failed");
    expect(() => oneOf("--phase", "stuck", ["running", "failed"])).toThrow(UsageError);
    expect(() => oneOf("--phase", "stuck", ["running", "failed"])).toThrow(
      "--phase must be one of running, failed, got 'stuck'",
    );
  });
});
