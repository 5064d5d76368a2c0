import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { numberSource, takeNumbers } from "./order-numbers.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "numbers-"));
  file = path.join(folder, "order-numbers");
});
afterEach(() => rmSync(folder, { recursive: true }));

const draw = (next: () => number | undefined, count: number) => Array.from({ length: count }, next);

describe("order numbers", () => {
  it("begin with 40, or where they were told to", () => {
    expect(draw(numberSource({ orders: 3 }), 3)).toEqual([40, 41, 42]);
    expect(draw(numberSource({ orders: 3, first: 900 }), 3)).toEqual([900, 901, 902]);
  });

  it("are never given to two runs that share a file", () => {
    const endless = numberSource({ orders: Number.POSITIVE_INFINITY, file });
    const limited = numberSource({ orders: 50, file });
    const numbers = [
      ...draw(endless, 5),
      ...draw(limited, 50),
      ...draw(endless, 30),
      ...draw(numberSource({ orders: Number.POSITIVE_INFINITY, file }), 5),
    ];
    expect(numbers.slice(0, 5)).toEqual([40, 41, 42, 43, 44]);
    expect(new Set(numbers).size).toBe(90);
  });

  it("are not to be had while another run takes some", () => {
    writeFileSync(`${file}.lock`, "");
    expect(takeNumbers(file, 1)).toBeUndefined();
    rmSync(`${file}.lock`);
    expect(takeNumbers(file, 1)).toBe(40);
  });

  it("begin with 40 again if the file is unreadable", () => {
    writeFileSync(file, "nonsense");
    expect(takeNumbers(file, 1)).toBe(40);
  });
});
