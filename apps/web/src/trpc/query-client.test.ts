import { onlineManager } from "@tanstack/react-query";
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

  it("reads from a console of one's own network without the internet", async () => {
    const client = createQueryClient();
    onlineManager.setOnline(false);
    const read = client.fetchQuery({ queryKey: ["letters"], queryFn: () => "read" });
    await expect(read).resolves.toBe("read");
  });
});
