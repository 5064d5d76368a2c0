import { afterEach, describe, expect, it, vi } from "vitest";
import { acceptedBody, callWorld } from "./call-world.ts";

const CALL = {
  subject: "order-42",
  idempotencyKey: "payment/order-42/capture/2",
  signal: new AbortController().signal,
};

afterEach(() => vi.unstubAllGlobals());

describe("callWorld", () => {
  it("sends the order, the idempotency key and the signal along", async () => {
    const fetched = vi.fn<typeof fetch>(async () => Response.json({ captureId: "C-1" }));
    vi.stubGlobal("fetch", fetched);
    const reply = await callWorld("card/captures", CALL, { total: 100 });
    expect(reply).toEqual({ status: 200, body: { captureId: "C-1" } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(String(url)).toMatch(/\/card\/captures$/);
    expect(init?.body).toBe('{"order":"order-42","total":100}');
    expect(new Headers(init?.headers).get("idempotency-key")).toBe(CALL.idempotencyKey);
    expect(init?.signal).toBe(CALL.signal);
  });

  it("says who cannot be reached", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("fetch failed");
    });
    await expect(callWorld("card/captures", CALL, {})).rejects.toMatchObject({
      name: "ServiceUnavailableError",
      message: "card cannot be reached",
    });
  });

  it("leaves the reason of an aborted call as it is", async () => {
    const signal = AbortSignal.abort(new Error("the state was left"));
    vi.stubGlobal("fetch", async () => {
      throw signal.reason;
    });
    await expect(callWorld("card/captures", { ...CALL, signal }, {})).rejects.toBe(signal.reason);
  });

  it("tells an outage from a no", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ reason: "sold out" }, { status: 409 }));
    const reply = await callWorld("warehouse/reservations", CALL, {});
    expect(() => acceptedBody(reply)).toThrow("sold out");
    vi.stubGlobal("fetch", async () => Response.json({}, { status: 503 }));
    await expect(callWorld("warehouse/reservations", CALL, {})).rejects.toThrow(
      "warehouse answered 503",
    );
  });
});
