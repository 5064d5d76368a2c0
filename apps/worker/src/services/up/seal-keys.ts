import { generateSealKey } from "@sagascope/core";

/** A key ring of one new key, as SAGASCOPE_SEAL_KEYS holds it. */
export function createSealKeys(): string {
  return `k1:${generateSealKey()}`;
}
