import { randomBytes } from "node:crypto";

const KEY_BYTES = 32; // AES-256

/** A key ring of one new key. */
export function createSealKeys(): string {
  return `k1:${randomBytes(KEY_BYTES).toString("base64")}`;
}
