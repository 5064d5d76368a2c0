// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { BodyTooLargeError, readBody } from "./read-body.ts";

function streamed(chunks: readonly number[], headers: HeadersInit = {}) {
  const pull = vi.fn();
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pull();
        const size = left.shift();
        if (size === undefined) controller.close();
        else controller.enqueue(new Uint8Array(size));
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://x", {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
  return { request, pull };
}

describe("readBody", () => {
  it("reads a body of exactly the cap", async () => {
    expect(await readBody(streamed([6, 4]).request, 10)).toHaveLength(10);
  });

  it("stops at the first byte too many, whatever the length is said to be [SEC-01]", async () => {
    const { request, pull } = streamed([6, 5, 100, 100], { "content-length": "3" });
    await expect(readBody(request, 10)).rejects.toThrow(BodyTooLargeError);
    expect(pull.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it("takes a request without a body for an empty one", async () => {
    expect(await readBody(new Request("http://x", { method: "POST" }), 10)).toHaveLength(0);
  });
});
