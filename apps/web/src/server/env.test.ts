// @vitest-environment node
import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

const NEEDED = {
  DATABASE_URL: "postgresql://sagascope@db/sagascope",
  BETTER_AUTH_SECRET: "a secret of a test that is long enough",
};

describe("parseEnv", () => {
  it("takes a setting that is empty for one that is not set", () => {
    const empty = { SAGASCOPE_PUBLIC_URL: "", PORT: "", SAGASCOPE_OIDC_ISSUER: "" };
    expect(parseEnv({ ...NEEDED, ...empty })).toMatchObject({ PORT: 3000 });
    expect(parseEnv({ ...NEEDED, ...empty }).SAGASCOPE_PUBLIC_URL).toBeUndefined();
  });

  it.each(["saga.example.com:443", "saga.example.com", "javascript:alert(1)", "file:///etc"])(
    "takes no address for the console's that browsers would not reach it by: %s",
    (url) => {
      expect(() => parseEnv({ ...NEEDED, SAGASCOPE_PUBLIC_URL: url })).toThrow(
        "SAGASCOPE_PUBLIC_URL must begin with http:// or https://",
      );
    },
  );

  it("takes an address with a path and a port", () => {
    const url = "https://saga.example.com:8443/";
    expect(parseEnv({ ...NEEDED, SAGASCOPE_PUBLIC_URL: url }).SAGASCOPE_PUBLIC_URL).toBe(url);
  });
});
