import { createHash } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** Top-level payload fields that name the message rather than say anything. */
const IDENTITY_FIELDS = new Set(["id", "idempotency_key"]);

/**
 * Hex SHA-256 over canonical `{payload, type}` with non-ASCII escaped, leaving out the identity fields of the payload.
 * Tells a redelivery from a reused id: same key and other fingerprint is a mismatch.
 */
export function fingerprintOf(event: {
  readonly type: string;
  readonly payload?: JsonValue;
}): string {
  return createHash("sha256").update(fingerprintText(event)).digest("hex");
}

/** The text that {@link fingerprintOf} hashes. */
export function fingerprintText(event: {
  readonly type: string;
  readonly payload?: JsonValue;
}): string {
  const payload = withoutIdentity(event.payload ?? {});
  return canonicalJson({ payload, type: event.type }).replace(/[\u0080-\uffff]/g, escapeUnit);
}

function withoutIdentity(payload: JsonValue): JsonValue {
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) return payload;
  return Object.fromEntries(
    Object.entries(payload as JsonObject).filter(([key]) => !IDENTITY_FIELDS.has(key)),
  );
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
