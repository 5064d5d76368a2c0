import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

describe("createQueryClient", () => {
  it("does what is asked for now or not at all, whatever the browser thinks of the internet", async () => {
    const client = createQueryClient();
    onlineManager.setOnline(false);
    const mutationFn = vi.fn(() => Promise.reject(new Error("no way there")));
    const mutation = client.getMutationCache().build(client, { mutationFn });
    await expect(mutation.execute(undefined)).rejects.toThrow("no way there");
    expect(mutationFn).toHaveBeenCalledTimes(1);
    onlineManager.setOnline(true);
    expect(mutationFn).toHaveBeenCalledTimes(1);
  });

  it("asks again who one is when something is refused, since a role may have changed, and not in a circle", async () => {
    const client = createQueryClient();
    const refused = TRPCClientError.from({
      error: { code: -32003, message: "no", data: { code: "FORBIDDEN", httpStatus: 403 } },
    } as never);
    const me = vi.fn(() => Promise.resolve({ role: "responder" }));
    const who = { queryKey: [["session", "me"], { type: "query" }], queryFn: me };
    const page = new QueryObserver(client, { ...who, staleTime: Number.POSITIVE_INFINITY });
    const leave = page.subscribe(() => {});
    await vi.waitFor(() => expect(me).toHaveBeenCalledTimes(1));
    const mutationFn = () => Promise.reject(refused);
    const mutation = client.getMutationCache().build(client, { mutationFn });
    await expect(mutation.execute(undefined)).rejects.toThrow("no");
    await vi.waitFor(() => expect(me).toHaveBeenCalledTimes(2));
    const queryFn = () => Promise.reject(refused);
    await expect(client.fetchQuery({ queryKey: [["letters"]], queryFn })).rejects.toThrow("no");
    await vi.waitFor(() => expect(me).toHaveBeenCalledTimes(3));
    me.mockImplementation(() => Promise.reject(refused));
    await page.refetch();
    expect(me).toHaveBeenCalledTimes(4);
    leave();
  });

  it("reads from a console of one's own network without the internet", async () => {
    const client = createQueryClient();
    onlineManager.setOnline(false);
    const read = client.fetchQuery({ queryKey: ["letters"], queryFn: () => "read" });
    await expect(read).resolves.toBe("read");
  });
});
