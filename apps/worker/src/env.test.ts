import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

describe("parseEnv", () => {
  it("has defaults for everything", () => {
    expect(parseEnv({})).toMatchObject({
      databaseUrl: undefined,
      port: 4280,
      host: "127.0.0.1",
      dataDir: ".sagascope",
      debug: false,
    });
  });

  it("takes an empty variable as one that is not set", () => {
    expect(parseEnv({ DATABASE_URL: "", SAGASCOPE_DEBUG: "" })).toMatchObject({
      databaseUrl: undefined,
      debug: false,
    });
  });

  it.each([
    [{ PORT: "http" }, /^environment variable PORT: /],
    [{ PORT: "70000" }, /^environment variable PORT: /],
    [{ DATABASE_URL: "mysql://x" }, /^environment variable DATABASE_URL: must be a postgresql:/],
  ])("names the variable that cannot be used: %j", (variables, message) => {
    expect(() => parseEnv(variables)).toThrow(message);
  });
});
