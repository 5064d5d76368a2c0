import { createHash, createHmac } from "node:crypto";
import { InvalidConfigError } from "../../../kernel/errors.ts";

const SECRET_PREFIX = "whsec_";
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Bytes of a secret by the Standard Webhooks specification. */
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const ID_CHARACTERS = 32;

/** A secret's bytes. */
export type WebhookKey = Uint8Array;

/**
 * Read a secret: `whsec_` and base64 of 24 to 64 bytes; the prefix may be missing.
 *
 * @throws {InvalidConfigError} without quoting it
 */
export function parseWebhookSecret(secret: string): WebhookKey {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const key = BASE64.test(text) ? Buffer.from(text, "base64") : Buffer.alloc(0);
  if (key.length >= SECRET_BYTES_MIN && key.length <= SECRET_BYTES_MAX) return key;
  throw new InvalidConfigError(
    "secret",
    `must be '${SECRET_PREFIX}' and the base64 of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes`,
  );
}

/**
 * The id of a message that carries these events: the same whenever the same events are sent again. A hash, since ids of
 * events may hold the full stops that the signed text is joined by.
 */
export function webhookIdOf(messageIds: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(messageIds)).digest("hex");
  return `msg_${hash.slice(0, ID_CHARACTERS)}`;
}

/** The headers of a signed message, by the Standard Webhooks specification. Several keys while one is being replaced. */
export function webhookHeaders(
  keys: readonly WebhookKey[],
  message: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(message.at.getTime() / 1000).toString();
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = keys.map(
    (key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
  );
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
