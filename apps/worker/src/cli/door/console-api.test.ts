import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { consoleApi } from "./console-api.ts";

it("reads a payload with a key that encoders refuse, as the console sends it", async () => {
  const payload = '{"__proto__":{"polluted":true}}';
  const data = {
    json: { id: "l-1", envelope: [payload] },
    meta: { values: { envelope: [["custom", "odd-keys"]] }, v: 1 },
  };
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ result: { data } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const api = consoleApi(`http://127.0.0.1:${port}`, "sgs_x");
    const { envelope } = await api.query<{ envelope: object }>("deadLetters.get", { id: "l-1" });
    expect(JSON.stringify(envelope)).toBe(payload);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
