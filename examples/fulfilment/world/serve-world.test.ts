import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serveWorld } from "./serve-world.ts";
import { createWorld } from "./world.ts";

const world = createWorld(1, true, () => 0);
const server = serveWorld(world);
let url = "";

beforeAll(async () => {
  world.change({ card: { latencyMinMs: 0, latencyMaxMs: 0 } });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const post = (path: string, body: string, key = "key") =>
  fetch(`${url}/${path}`, { method: "POST", headers: { "idempotency-key": key }, body });

describe("the world over HTTP", () => {
  it("answers a call, and tells of it", async () => {
    const response = await post("card/captures", JSON.stringify({ order: "order-42" }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ captureId: expect.stringMatching(/^C-/) });
    const told: unknown = await (await fetch(`${url}/calls?order=order-42`)).json();
    expect(told).toMatchObject({ calls: [{ key: "key", requests: 1, carriedOut: 1 }] });
  });

  it("takes changes of its conditions, and refuses senseless ones with the reason", async () => {
    const put = (body: string) => fetch(`${url}/control`, { method: "PUT", body });
    expect(await (await put('{"mail": {"down": true}}')).json()).toMatchObject({
      mail: { down: true },
    });
    expect(await (await fetch(`${url}/control`)).json()).toEqual(world.conditions());
    const refused = await put('{"mail": {"down": 3}}');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ reason: "mail.down must be true or false" });
  });

  it("lets go of the answers it kept back, once a company is quick again", async () => {
    const put = (latencyMs: number) => {
      const card = { latencyMinMs: latencyMs, latencyMaxMs: latencyMs };
      return fetch(`${url}/control`, { method: "PUT", body: JSON.stringify({ card }) });
    };
    await put(3_600_000);
    const held = post("card/captures", JSON.stringify({ order: "order-43" }), "another key");
    await vi.waitUntil(() => world.calls("order-43").length > 0);
    await put(0);
    expect((await held).status).toBe(200);
  });

  it("refuses what is not a JSON object", async () => {
    expect((await post("card/captures", "[]")).status).toBe(400);
    expect((await post("card/captures", "{")).status).toBe(400);
    expect((await post("card/captures", "x".repeat(70_000))).status).toBe(400);
  });
});
