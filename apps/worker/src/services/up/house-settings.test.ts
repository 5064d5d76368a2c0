import { describe, expect, it } from "vitest";
import { buildProgramEnv, type HouseSettings } from "./house-settings.ts";

const SETTINGS: HouseSettings = {
  root: "/opt/sagascope",
  dataDir: "/shop/.sagascope",
  port: 0,
  host: "127.0.0.1",
  databaseUrl: undefined,
  project: "/shop/sagascope.config.ts",
  demo: "none",
  sealKeys: undefined,
  authSecret: undefined,
  consoleUrl: undefined,
  variables: { PATH: "/bin", PORT: "0", DATABASE_URL: "" },
};
const FACTS = {
  port: 4280,
  consoleUrl: "http://localhost:4280",
  databaseUrl: "postgresql://localhost/sagascope",
  sealKeys: "k1:key",
  authSecret: "secret",
  ingestToken: "sgs_token",
  worldPort: undefined,
};

describe("buildProgramEnv", () => {
  it("hands on the environment with what became known over it", () => {
    expect(buildProgramEnv(SETTINGS, FACTS)).toMatchObject({
      PATH: "/bin",
      PORT: "4280",
      DATABASE_URL: "postgresql://localhost/sagascope",
      SAGASCOPE_DATA: "/shop/.sagascope",
      SAGASCOPE_PROJECT: "/shop/sagascope.config.ts",
      SAGASCOPE_URL: "http://localhost:4280",
      SAGASCOPE_INGEST_TOKEN: "sgs_token",
      SAGASCOPE_SEAL_KEYS: "k1:key",
      BETTER_AUTH_SECRET: "secret",
    });
  });

  it("names the world only where it is ours", () => {
    expect(buildProgramEnv(SETTINGS, FACTS)).not.toHaveProperty("WORLD_URL");
    expect(buildProgramEnv(SETTINGS, { ...FACTS, worldPort: 4290 })).toMatchObject({
      WORLD_PORT: "4290",
      WORLD_URL: "http://127.0.0.1:4290",
    });
  });
});
