import { afterEach, describe, expect, it, vi } from "vitest";
import { register } from "./instrumentation.ts";

const watchAlerts = vi.hoisted(() => vi.fn());
vi.mock("./server/alerts/watch-alerts.ts", () => ({ watchAlerts }));

afterEach(() => {
  vi.unstubAllEnvs();
  watchAlerts.mockClear();
});

async function startedWith(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  vi.stubEnv("DATABASE_URL", undefined);
  for (const [name, value] of Object.entries({ NEXT_RUNTIME: "nodejs", ...env })) {
    vi.stubEnv(name, value);
  }
  await register();
  return watchAlerts.mock.calls.length > 0;
}

describe("register", () => {
  it.each([{ DATABASE_URL: "postgresql://x" }, { DATABASE_URL_FILE: "/run/secrets/database" }])(
    "watches alerts where there is a database, however it is told: %j",
    async (env) => {
      expect(await startedWith(env)).toBe(true);
    },
  );

  it("starts nothing in a build or outside Node", async () => {
    expect(await startedWith({})).toBe(false);
    expect(await startedWith({ DATABASE_URL: "postgresql://x", NEXT_RUNTIME: "edge" })).toBe(false);
  });
});
