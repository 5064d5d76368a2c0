import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { SealBrokenError } from "./errors.ts";
import type { SealKeyRing } from "./seal-key-ring.ts";
import { sealKeyOf } from "./seal-key-ring.ts";

const ALGORITHM = "aes-256-gcm";
const VERSION = 1;
/** Random nonces of this size are safe for 2^32 seals under one key (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_AT = 2;

/** The parts of sealed bytes. `header` is version, length of the key id, key id: authenticated, not encrypted. */
interface SealedParts {
  readonly header: Buffer;
  readonly keyId: string;
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly ciphertext: Buffer;
}

/**
 * Encrypt bytes with the ring's current key (AES-256-GCM).
 *
 * Packed as: version (1 byte), length of the key id (1), key id, nonce (12), tag (16), ciphertext.
 *
 * @param aad what the bytes belong to, such as a record's id; {@link unseal} must be given the same
 */
export function seal(ring: SealKeyRing, plaintext: Uint8Array, aad: string | Uint8Array): Buffer {
  const keyId = Buffer.from(ring.currentKeyId, "utf8");
  const header = Buffer.concat([Buffer.from([VERSION, keyId.byteLength]), keyId]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, sealKeyOf(ring, ring.currentKeyId), nonce, {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(boundTo(header, aad));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypt what {@link seal} packed.
 *
 * @throws {SealKeyUnknownError} if the ring lacks the key it was sealed with
 * @throws {SealBrokenError} if the bytes were changed, or belong to another `aad`
 */
export function unseal(ring: SealKeyRing, sealed: Uint8Array, aad: string | Uint8Array): Buffer {
  const { header, keyId, nonce, tag, ciphertext } = unpack(sealed);
  const decipher = createDecipheriv(ALGORITHM, sealKeyOf(ring, keyId), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(header, aad));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    throw new SealBrokenError("they were changed, or sealed for something else");
  }
}

/**
 * The id of the key that bytes were sealed with, readable without the key.
 *
 * @throws {SealBrokenError} if they are not sealed bytes
 */
export function sealedKeyId(sealed: Uint8Array): string {
  return unpack(sealed).keyId;
}

function unpack(sealed: Uint8Array): SealedParts {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes[0] !== VERSION) throw new SealBrokenError("they have no known version");
  const nonceAt = KEY_ID_AT + (bytes[1] ?? 0);
  const tagAt = nonceAt + NONCE_BYTES;
  const ciphertextAt = tagAt + TAG_BYTES;
  if (bytes.byteLength < ciphertextAt) throw new SealBrokenError("they are cut off");
  return {
    header: bytes.subarray(0, nonceAt),
    keyId: bytes.toString("utf8", KEY_ID_AT, nonceAt),
    nonce: bytes.subarray(nonceAt, tagAt),
    tag: bytes.subarray(tagAt, ciphertextAt),
    ciphertext: bytes.subarray(ciphertextAt),
  };
}

/** The header carries its own length, so that no other header and `aad` give the same bytes. */
function boundTo(header: Buffer, aad: string | Uint8Array): Buffer {
  return Buffer.concat([header, typeof aad === "string" ? Buffer.from(aad, "utf8") : aad]);
}
