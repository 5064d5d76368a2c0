// @vitest-environment node
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { eventually } from "@sagascope/core/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createGuardedServer, stopServer } from "../../../serve/guarded-server.mjs";

vi.setConfig({ testTimeout: 120_000 });

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Checks often, so that the test need not wait; how long a request may take is each test's to say. */
async function serve(
  limits: { headersMs?: number; requestMs?: number; connectionsMax?: number },
  proxies = 0,
) {
  const server = createGuardedServer(
    (request, response) => {
      request.resume().on("end", () => {
        response.end(JSON.stringify({ from: request.headers["x-forwarded-for"] ?? null }));
      });
      request.on("error", () => {});
    },
    { proxies, limits: { checkMs: 20, ...limits } },
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function client(port: number) {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const seen = { text: "", isClosed: false };
  socket.on("data", (part) => {
    seen.text += String(part);
  });
  socket.on("close", () => {
    seen.isClosed = true;
  });
  socket.on("error", () => {});
  return { socket, seen };
}

describe("a server for clients that cannot be trusted", () => {
  it("lets go of two hundred who drip their heads, and serves others meanwhile", async () => {
    const port = await serve({ headersMs: 200, requestMs: 3_600_000 });
    const slow = Array.from({ length: 200 }, () => client(port));
    for (const { socket } of slow) socket.write("GET / HTTP/1.1\r\nhost: x\r\n");
    const drip = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write("x-slow: yes\r\n");
    }, 50);
    try {
      // On a busy machine a good client may be late as well; it asks again.
      await eventually("somebody else to be served", async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
        return answer?.status === 200;
      });
      await eventually("all to be let go", async () => slow.every(({ seen }) => seen.isClosed));
    } finally {
      clearInterval(drip);
    }
    expect(slow.every(({ seen }) => seen.text === "" || seen.text.startsWith("HTTP/1.1 408"))).toBe(
      true,
    );
  });

  it("lets go of who drips a body", async () => {
    const port = await serve({ headersMs: 100, requestMs: 200 });
    const { socket, seen } = client(port);
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n");
    const drip = setInterval(() => socket.writable && socket.write("x"), 20);
    try {
      await eventually("it to be let go", async () => seen.isClosed);
    } finally {
      clearInterval(drip);
    }
  });

  it("refuses a head that is too large", async () => {
    const port = await serve({});
    const { socket, seen } = client(port);
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${"x".repeat(40_000)}\r\n\r\n`);
    await eventually("an answer", async () => /^HTTP\/1.1 431/.test(seen.text));
  });

  it("believes nobody about where they come from, unless proxies vouch for it", async () => {
    const headers = { "x-forwarded-for": "10.9.8.7" };
    const from = async (proxies: number) => {
      const port = await serve({}, proxies);
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers });
      return ((await answer.json()) as { from: string | null }).from;
    };
    expect(await from(0)).toBeNull();
    expect(await from(1)).toBe("10.9.8.7");
  });

  it("ends although a browser keeps a stream open", async () => {
    const server = createGuardedServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { socket, seen } = client((server.address() as AddressInfo).port);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await eventually("the stream to begin", async () => seen.text.includes("data: 1"));
    await stopServer(server, 50);
    await eventually("it to be cut", async () => seen.isClosed);
  });
});
