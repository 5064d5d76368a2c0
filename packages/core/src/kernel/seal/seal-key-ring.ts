import type { KeyObject } from "node:crypto";
import { createSecretKey, randomBytes } from "node:crypto";
import { InvalidConfigError } from "../errors.ts";
import { SealKeyUnknownError } from "./errors.ts";

/** Bytes of an AES-256 key. */
export const SEAL_KEY_BYTES = 32;

const SETTING = "seal keys";
const KEY_ID = /^[A-Za-z0-9._-]{1,32}$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Keys by id; the first seals, all of them open. Holds no key material that printing or serialising could show. */
export interface SealKeyRing {
  readonly currentKeyId: string;
  readonly keyIds: readonly string[];
}

const keysOf = new WeakMap<SealKeyRing, ReadonlyMap<string, KeyObject>>();

/**
 * Make a ring from keys of 32 bytes, the current one first. To rotate, put a new key in front and keep the old ones for
 * as long as something sealed with them is kept.
 *
 * @throws {InvalidConfigError} if there is no key, an id is malformed or repeated, or a key has another size
 */
export function createSealKeyRing(
  keys: Iterable<readonly [keyId: string, key: Uint8Array]>,
): SealKeyRing {
  const byId = new Map<string, KeyObject>();
  for (const [keyId, key] of keys) {
    checkKey(keyId, key, byId);
    byId.set(keyId, createSecretKey(key));
  }
  const [currentKeyId] = byId.keys();
  if (currentKeyId === undefined)
    throw new InvalidConfigError(SETTING, "must hold a key, got none");
  const ring: SealKeyRing = Object.freeze({
    currentKeyId,
    keyIds: Object.freeze([...byId.keys()]),
  });
  keysOf.set(ring, byId);
  return ring;
}

/**
 * Read a ring from text, as an environment variable holds it: `k2:base64,k1:base64`, the current key first.
 *
 * @throws {InvalidConfigError} naming the entry by its place, never by its content
 */
export function parseSealKeys(text: string): SealKeyRing {
  const entries = text.split(",").map((entry) => entry.trim());
  return createSealKeyRing(entries.map((entry, index) => parseEntry(entry, index + 1)));
}

/** Make a key: 32 random bytes as base64, for `k1:<key>`. */
export function generateSealKey(): string {
  return randomBytes(SEAL_KEY_BYTES).toString("base64");
}

/**
 * The key to seal or open with. Not for code outside this folder.
 *
 * @throws {SealKeyUnknownError} if the ring has no such key
 */
export function sealKeyOf(ring: SealKeyRing, keyId: string): KeyObject {
  const key = keysOf.get(ring)?.get(keyId);
  if (key === undefined) throw new SealKeyUnknownError(keyId);
  return key;
}

function parseEntry(entry: string, place: number): readonly [string, Uint8Array] {
  const colon = entry.indexOf(":");
  const base64 = entry.slice(colon + 1);
  if (colon < 1 || !BASE64.test(base64)) {
    throw new InvalidConfigError(SETTING, `must be '<id>:<base64>', entry ${place} is not`);
  }
  return [entry.slice(0, colon), Buffer.from(base64, "base64")];
}

/** An id is quoted only once it is known to look like one: it could be a key put in the wrong place. */
function checkKey(keyId: string, key: Uint8Array, taken: ReadonlyMap<string, unknown>): void {
  const place = taken.size + 1;
  if (!KEY_ID.test(keyId)) {
    throw new InvalidConfigError(
      SETTING,
      `must have ids of 1 to 32 of A-Z a-z 0-9 . _ -, entry ${place} has not`,
    );
  }
  if (taken.has(keyId))
    throw new InvalidConfigError(SETTING, `must differ in id, '${keyId}' is repeated`);
  if (key.byteLength !== SEAL_KEY_BYTES) {
    const found = `'${keyId}' has ${key.byteLength}`;
    throw new InvalidConfigError(SETTING, `must be ${SEAL_KEY_BYTES} bytes each, ${found}`);
  }
}
