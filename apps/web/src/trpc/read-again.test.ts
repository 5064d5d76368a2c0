import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { readAgain, readAllAgain } from "./read-again.ts";

const KEY = ["where order 42 is"];

/** A query that is watched, and whose reads end when the test says so. */
function watchedQuery() {
  const queryClient = new QueryClient();
  const reads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const queryFn = () =>
    new Promise<string>((resolve, reject) => void reads.push({ resolve, reject }));
  new QueryObserver(queryClient, { queryKey: KEY, queryFn, retry: false }).subscribe(() => {});
  return { queryClient, reads };
}

describe("readAgain", () => {
  it("reads once more after a first read that was under way when something changed", async () => {
    const { queryClient, reads } = watchedQuery();
    const again = readAgain(queryClient, KEY);
    expect(reads).toHaveLength(1);
    reads[0]?.resolve("packing");
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.resolve("completed");
    await again;
    expect(queryClient.getQueryData(KEY)).toBe("completed");
  });

  it("reads once more after a first read that failed", async () => {
    const { queryClient, reads } = watchedQuery();
    const again = readAgain(queryClient, KEY);
    reads[0]?.reject(new Error("no answer"));
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.resolve("completed");
    await again;
    expect(queryClient.getQueryData(KEY)).toBe("completed");
  });

  it("reads at once what was read before", async () => {
    const { queryClient, reads } = watchedQuery();
    reads[0]?.resolve("packing");
    await vi.waitFor(() => expect(queryClient.getQueryData(KEY)).toBe("packing"));
    const again = readAgain(queryClient, KEY);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.resolve("completed");
    await again;
    expect(queryClient.getQueryData(KEY)).toBe("completed");
  });
});

describe("readAllAgain", () => {
  it("reads once more after each first read under a path that was under way when something changed", async () => {
    const { queryClient, reads } = watchedQuery();
    const again = readAllAgain(queryClient, { queryKey: [] });
    reads[0]?.resolve("packing");
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    reads[1]?.resolve("completed");
    await again;
    expect(queryClient.getQueryData(KEY)).toBe("completed");
  });
});
