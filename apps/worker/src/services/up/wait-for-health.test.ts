import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitForHealth } from "./wait-for-health.ts";

describe("waitForHealth", () => {
  let server: Server;
  let answers: number[];
  let url: string;
  const { signal } = new AbortController();

  beforeEach(async () => {
    answers = [];
    server = createServer((_request, response) => {
      response.statusCode = answers.shift() ?? 503;
      response.end('{"worker":"missing"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it("waits until everything is there", async () => {
    answers = [503, 503, 200];
    await waitForHealth(url, { signal, timeoutMs: 60_000 });

    expect(answers).toEqual([]);
  });

  it("gives up with what was missing last", async () => {
    await expect(waitForHealth(url, { signal, timeoutMs: 0 })).rejects.toThrow(
      'not ready after 0 s: health is 503 {"worker":"missing"}',
    );
  });

  it("ends at once when the house comes down", async () => {
    await expect(
      waitForHealth(url, { signal: AbortSignal.abort(), timeoutMs: 60_000 }),
    ).rejects.toThrow(/abort/);
  });
});
