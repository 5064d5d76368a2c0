// @vitest-environment node
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { serveTRPC as Serve } from "./serve-trpc.ts";

vi.setConfig({ testTimeout: 60_000 });

let serveTRPC: typeof Serve;

beforeAll(async () => {
  process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none"; // nothing listens there
  process.env.BETTER_AUTH_SECRET = "a secret of a test that is long enough";
  ({ serveTRPC } = await import("./serve-trpc.ts"));
}, 120_000); // the whole console is read

const URL_OF = "http://localhost:3000/api/trpc";

describe("serveTRPC", () => {
  it("says no more of a database that cannot be reached to a token than to a procedure", async () => {
    const headers = { authorization: "Bearer sgs_whatever" };
    const answer = await serveTRPC(new Request(`${URL_OF}/session.me`, { headers }));
    const text = await answer.text();
    expect(answer.status).toBe(503);
    expect(text).not.toContain("127.0.0.1");
    expect(text).not.toContain("ECONNREFUSED");
  });

  it("reads no large body of somebody who is not signed in", async () => {
    const send = (bytes: number) =>
      serveTRPC(
        new Request(`${URL_OF}/asyncapi.import`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ json: { text: "x".repeat(bytes) } }),
        }),
      );
    expect((await send(200_000)).status).toBe(413);
    expect((await send(1_000)).status).toBe(401);
  });

  it("refuses a batch of more calls than pages send", async () => {
    const send = (calls: number) => {
      const paths = new Array(calls).fill("session.me").join(",");
      return serveTRPC(new Request(`${URL_OF}/${paths}?batch=1`));
    };
    expect((await send(51)).status).toBe(400);
    expect((await send(50)).status).toBe(401);
  });
});
