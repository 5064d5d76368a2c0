import { createHmac } from "node:crypto";

/**
 * The headers by which a receiver knows that a webhook is ours and not an old one sent again: the signature is HMAC-SHA256, in hex,
 * of the timestamp (seconds since 1970), a dot and the body as it was sent. `x-sagascope-id` is the same for each try of one
 * notice.
 */
export function webhookHeaders(
  secret: string,
  body: string,
  noticeId: string,
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return {
    "x-sagascope-id": noticeId,
    "x-sagascope-timestamp": timestamp,
    "x-sagascope-signature": `v1=${signature}`,
  };
}
