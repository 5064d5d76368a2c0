import { once } from "node:events";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { InvalidConfigError } from "./errors.ts";
import { createIdMinter, newId } from "./ids.ts";

interface IdsGolden {
  readonly cases: readonly { now_ms: number; urandom10_hex: string; id: string }[];
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("createIdMinter", () => {
  it("mints the known sequence from known randomness, also when the clock goes back [ENV-28]", () => {
    const { cases } = readGolden<IdsGolden>("ids");
    let random = "";
    const mint = createIdMinter({ randomTen: () => Buffer.from(random, "hex") });

    const minted = cases.map(({ now_ms, urandom10_hex }) => {
      random = urandom10_hex;
      return mint(now_ms);
    });

    expect(minted).toEqual(cases.map(({ id }) => id));
  });

  it("rises strictly as text whatever the clock does [ENV-28]", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2 }), (times) => {
        const mint = createIdMinter();
        const ids = times.map((nowMs) => mint(nowMs));

        expect(ids).toEqual([...ids].sort());
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(UUID_V7);
      }),
    );
  });

  it("moves on to the next millisecond when one is used up", () => {
    const mint = createIdMinter({ randomTen: () => new Uint8Array(10).fill(0xff) });

    expect(mint(1)).toBe("00000000-0001-7fff-bfff-ffffffffffff");
    expect(mint(1)).toBe("00000000-0002-7fff-bfff-ffffffffffff");
  });

  it("reads the clock it is given", () => {
    const clock = manualClock(new Date(0x0123_4567_89ab));

    expect(createIdMinter({ clock })()).toMatch(/^01234567-89ab-7/);
  });

  it.each([Number.NaN, -1, 1.5, 2 ** 48])("refuses %s as a time", (nowMs) => {
    expect(() => createIdMinter()(nowMs)).toThrow(InvalidConfigError);
  });
});

describe("newId", () => {
  it("stays unique and rising under 8 parallel minters [ENV-29]", { timeout: 60_000 }, async () => {
    const perMinter = await Promise.all(Array.from({ length: 8 }, () => mintInThread(2_000)));

    for (const ids of perMinter) expect(ids).toEqual([...ids].sort());
    expect(new Set(perMinter.flat()).size).toBe(8 * 2_000);
  });

  it("mints from the present time", () => {
    const before = Date.now();
    const minted = Number.parseInt(newId().replaceAll("-", "").slice(0, 12), 16);

    expect(minted).toBeGreaterThanOrEqual(before);
  });
});

/** Mints at one fixed millisecond, where only the random bits keep the threads apart. */
async function mintInThread(count: number): Promise<string[]> {
  const tsx = import.meta.resolve("tsx/esm/api");
  const ids = new URL("./ids.ts", import.meta.url).href;
  const code = `
    import { parentPort } from "node:worker_threads";
    import { register } from ${JSON.stringify(tsx)};
    register();
    const { newId } = await import(${JSON.stringify(ids)});
    parentPort.postMessage(Array.from({ length: ${count} }, () => newId(1_900_000_000_000)));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const [minted] = await once(worker, "message");
  await worker.terminate();
  return minted;
}
