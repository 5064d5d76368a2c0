import { describe, expect, it } from "vitest";
import { encodeSkeleton } from "@/lib/conversation-skeleton.ts";
import { createSkeletonReader } from "./skeleton-reader.ts";

/** A console that keeps envelopes by position and gives two a page. */
function consoleWith(...seqs: number[]) {
  const asked: string[] = [];
  const kept = [...seqs];
  const fetchPage = async (after: string) => {
    asked.push(after);
    const rest = kept.filter((seq) => seq > Number(after)).sort((a, b) => a - b);
    const rows = rest.slice(0, 2).map((seq) => ({
      ...{ seq: String(seq), id: `e${seq}`, type: "t", source: "/s", topic: "events" },
      ...{ machineId: null, machineVersion: null, service: null, causationId: null, atMs: seq },
    }));
    return encodeSkeleton(rows, rest.length > 2);
  };
  return { kept, asked, reader: createSkeletonReader(fetchPage) };
}
const idsOf = async (pages: Promise<readonly { readonly ids: readonly string[] }[]>) =>
  (await pages).flatMap(({ ids }) => ids);

describe("createSkeletonReader", () => {
  it("reads page after page until there are no more", async () => {
    const { reader, asked } = consoleWith(1, 2, 3, 4, 5);
    expect(await idsOf(reader.read())).toEqual(["e1", "e2", "e3", "e4", "e5"]);
    expect(asked).toEqual(["0", "2", "4"]);
  });

  it("reads only what came since, and nothing if it has as many as there are", async () => {
    const { reader, asked, kept } = consoleWith(1, 2);
    await reader.read();
    kept.push(3);
    expect(await idsOf(reader.read(3))).toEqual(["e1", "e2", "e3"]);
    expect(await idsOf(reader.read(3))).toEqual(["e1", "e2", "e3"]);
    expect(asked).toEqual(["0", "2"]);
  });

  it("reads all anew when something committed late, behind what was read", async () => {
    const { reader, kept } = consoleWith(1, 3);
    await reader.read();
    kept.push(2);
    expect(await idsOf(reader.read(3))).toEqual(["e1", "e2", "e3"]);
  });

  it("gives the same pages as long as nothing came, so that nothing is drawn anew", async () => {
    const { reader } = consoleWith(1, 2);
    expect(await reader.read(2)).toBe(await reader.read(2));
  });

  it("goes on after a read that failed", async () => {
    let isDown = true;
    const { reader: up } = consoleWith(1);
    const page = (await up.read())[0];
    const reader = createSkeletonReader(async () => {
      if (isDown || !page) throw new Error("down");
      return page;
    });
    await expect(reader.read()).rejects.toThrow("down");
    isDown = false;
    expect(await idsOf(reader.read())).toEqual(["e1"]);
  });

  it("asks once for what two ask for at the same time", async () => {
    const { reader, asked } = consoleWith(1, 2);
    await Promise.all([reader.read(2), reader.read(2)]);
    expect(asked).toEqual(["0"]);
  });
});
