import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Broker,
  BrokerDeniedError,
  BrokerUnavailableError,
  memoryBroker,
  redisStreamsBroker,
} from "@sagascope/core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkBroker, checkBrokers, judgeBrokerError } from "./check-brokers.ts";

const PASSWORD = "hunter2";
const LIMITS = { loadMs: 20_000, answerMs: 20_000 };
const NO_TIME = { loadMs: 1, answerMs: 1 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "sagascope-brokers-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function projectFile(code: string): string {
  files += 1;
  const file = path.join(folder, `project-${files}.mjs`);
  writeFileSync(file, code);
  return file;
}

/** Brokers by what `ping` does; each says that it was closed. */
function brokerThat(ping: () => Promise<void>) {
  const close = vi.fn(async () => undefined);
  const broker: Broker = { ...memoryBroker(), name: "fake", ping, close };
  return { use: { broker, by: ["relay 'mail'"] }, close };
}

/** Something that takes connections and says nothing. */
async function startSilent(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, port: address.port };
}

describe("checkBroker", () => {
  it("finds a broker well that answers, and closes it", async () => {
    const { use, close } = brokerThat(async () => undefined);
    expect(await checkBroker(use, LIMITS)).toEqual({
      what: "broker fake (relay 'mail')",
      state: "ok",
      found: "answers, and lets the project in",
    });
    expect(close).toHaveBeenCalledWith({ drainMs: 0 });
  });

  it("waits no longer than it may, and closes what does not answer", async () => {
    const { use, close } = brokerThat(() => new Promise(() => undefined));
    expect(await checkBroker(use, NO_TIME)).toMatchObject({
      state: "problem",
      found: "does not answer within 0.001 s",
      mend: expect.stringContaining("firewall"),
    });
    expect(close).toHaveBeenCalled();
  });

  it("fails for nothing that closing throws", async () => {
    const { use, close } = brokerThat(async () => undefined);
    close.mockRejectedValue(new Error("gone"));
    expect(await checkBroker(use, LIMITS)).toMatchObject({ state: "ok" });
  });

  it("goes by what a broker knows of itself where there is no server to ask", async () => {
    const { ping: _none, ...broker } = memoryBroker();
    const by = ["intake 'orders'"];
    expect(await checkBroker({ broker, by }, LIMITS)).toMatchObject({ state: "ok" });
    const ill = { ...broker, health: () => ({ healthy: false, inFlight: 0, problem: "gone" }) };
    expect(await checkBroker({ broker: ill, by }, LIMITS)).toMatchObject({ state: "problem" });
  });
});

describe("judgeBrokerError", () => {
  const refused = Object.assign(new Error(`redis://me:${PASSWORD}@x`), { code: "ECONNREFUSED" });
  it.each([
    [new BrokerDeniedError("r", PASSWORD), "does not let the project in", "rights"],
    [
      new BrokerUnavailableError("r", PASSWORD, { cause: refused }),
      "cannot be reached (ECONNREFUSED)",
      "address",
    ],
    [new BrokerUnavailableError("r", PASSWORD), "cannot be reached", "address"],
    [new TypeError(PASSWORD), "refuses to answer (TypeError)", "log"],
  ])("says what to mend, and no password: %#", (error, found, mend) => {
    const finding = judgeBrokerError("broker r", error);
    expect(finding).toMatchObject({ state: "problem", found, mend: expect.stringContaining(mend) });
    expect(JSON.stringify(finding)).not.toContain(PASSWORD);
  });
});

describe("checkBrokers", () => {
  const core = pathToFileURL(path.resolve("packages/core/src/index.ts")).href;
  const project = (port: number) => `
    import { redisStreamsBroker, toBroker } from ${JSON.stringify(core)};
    const broker = redisStreamsBroker({ url: "redis://me:${PASSWORD}@127.0.0.1:${port}", timeoutMs: 200 });
    export default { name: "shop", machines: [], topics: [], routes: [],
      relays: [{ name: "out", topic: "orders", publish: toBroker(broker) }, { name: "fn", topic: "orders", publish: async () => {} }],
      intakes: [{ broker, from: "payments" }] };`;

  it("asks each broker of a project once, and says what it is for", async () => {
    const { server, port } = await startSilent();
    await new Promise((resolve) => server.close(resolve));
    const findings = await checkBrokers(projectFile(project(port)), LIMITS);
    expect(findings).toEqual([
      expect.objectContaining({
        what: `broker ${redisStreamsBroker({ url: "redis://x" }).name} (intake 'payments', relay 'out')`,
        state: "problem",
        found: expect.stringMatching(/^cannot be reached/),
      }),
    ]);
    expect(JSON.stringify(findings)).not.toContain(PASSWORD);
  });

  it("does not wait for a server that says nothing", async () => {
    const { server, port } = await startSilent();
    const findings = await checkBrokers(projectFile(project(port)), LIMITS);
    expect(findings).toMatchObject([{ state: "problem" }]);
    server.close();
  });

  it.each([
    ["throws", `throw new Error("${PASSWORD}")`, "Error"],
    ["is no project", "export default 1", "USAGE"],
    ["lacks a package", 'import "no-such-package"', "ERR_MODULE_NOT_FOUND"],
  ])("says that a project %s, and not in its words", async (_what, code, name) => {
    const findings = await checkBrokers(projectFile(code), LIMITS);
    expect(findings).toMatchObject([{ what: "project", state: "problem" }]);
    expect(findings[0]?.found).toContain("cannot be loaded");
    expect(JSON.stringify(findings)).not.toContain(PASSWORD);
    if (name !== "ERR_MODULE_NOT_FOUND") expect(findings[0]?.found).toContain(name);
  });

  it("does not wait for a project that never loads", async () => {
    const file = projectFile(
      "await new Promise((resolve) => setTimeout(resolve, 5_000)); export default {};",
    );
    const limits = { ...LIMITS, loadMs: 1 };
    expect(await checkBrokers(file, limits)).toMatchObject([
      { found: expect.stringContaining("is not loaded within") },
    ]);
  });
});
