import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../errors.ts";
import { SealBrokenError, SealKeyUnknownError } from "./errors.ts";
import { seal, sealedKeyId, unseal } from "./seal.ts";
import { createSealKeyRing, generateSealKey, parseSealKeys } from "./seal-key-ring.ts";

const oldKey = generateSealKey();
const newKey = generateSealKey();
const ring = parseSealKeys(`k2:${newKey}, k1:${oldKey}`);
const text = Buffer.from("the original envelope");

describe("seal", () => {
  it("gives back exactly what was sealed", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string(), (bytes, aad) => {
        expect(unseal(ring, seal(ring, bytes, aad), aad)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("seals with the first key and names it, readable without a key", () => {
    const sealed = seal(ring, text, "letter-1");

    expect(sealedKeyId(sealed)).toBe("k2");
    expect(sealed.includes(text)).toBe(false);
  });

  it("gives different bytes each time", () => {
    expect(seal(ring, text, "a")).not.toEqual(seal(ring, text, "a"));
  });

  it("opens with an older key what was sealed before a rotation", () => {
    const sealed = seal(parseSealKeys(`k1:${oldKey}`), text, "letter-1");

    expect(unseal(ring, sealed, "letter-1")).toEqual(text);
  });

  it("names the key that is missing", () => {
    const sealed = seal(ring, text, "letter-1");

    expect(() => unseal(parseSealKeys(`k1:${oldKey}`), sealed, "letter-1")).toThrow(
      new SealKeyUnknownError("k2"),
    );
  });

  it("refuses bytes of which any one was changed", () => {
    const sealed = seal(ring, text, "letter-1");
    for (let at = 0; at < sealed.byteLength; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;

      expect(() => unseal(ring, changed, "letter-1")).toThrow(/^seal(ed bytes| key)/);
    }
  });

  it("refuses bytes that were cut off at any place", () => {
    const sealed = seal(ring, text, "letter-1");
    for (let length = 0; length < sealed.byteLength; length += 1) {
      expect(() => unseal(ring, sealed.subarray(0, length), "letter-1")).toThrow(SealBrokenError);
    }
  });

  it("refuses bytes that were sealed for another record, or renamed to another key of the ring", () => {
    const sealed = seal(ring, text, "letter-1");
    const sameKeyTwice = createSealKeyRing([
      ["k2", Buffer.from(newKey, "base64")],
      ["k3", Buffer.from(newKey, "base64")],
    ]);
    const renamed = Buffer.from(sealed);
    renamed.write("k3", 2);

    expect(() => unseal(ring, sealed, "letter-2")).toThrow(SealBrokenError);
    expect(() => unseal(sameKeyTwice, renamed, "letter-1")).toThrow(SealBrokenError);
  });
});

describe("parseSealKeys", () => {
  it("puts the current key first", () => {
    expect(ring).toEqual({ currentKeyId: "k2", keyIds: ["k2", "k1"] });
  });

  it("never shows a key when it is printed or serialised", () => {
    const shown = inspect(ring, { showHidden: true, depth: 9 }) + JSON.stringify(ring);

    expect(shown).not.toContain(newKey);
    expect(shown).not.toContain(Buffer.from(newKey, "base64").toString("hex"));
  });

  it.each([
    ["no entry", ""],
    ["no id", newKey],
    ["an empty id", `:${newKey}`],
    ["an id with a blank", `a b:${newKey}`],
    ["a key that is too short", `k1:${Buffer.alloc(16, 7).toString("base64")}`],
    ["a key that is not base64", "k1:???"],
    ["an id twice", `k1:${newKey},k1:${oldKey}`],
    ["id and key the wrong way round", `${newKey}:k1`],
  ])("refuses %s without quoting a key", (_name, keys) => {
    expect(() => parseSealKeys(keys)).toThrow(InvalidConfigError);
    try {
      parseSealKeys(keys);
    } catch (error) {
      for (const key of [oldKey, newKey]) expect(String(error)).not.toContain(key);
    }
  });
});

describe("generateSealKey", () => {
  it("makes a key a ring accepts", () => {
    expect(parseSealKeys(`k1:${generateSealKey()}`).currentKeyId).toBe("k1");
  });
});
