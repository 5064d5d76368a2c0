import { type Clock, systemClock } from "../../../kernel/clock.ts";
import { InvalidConfigError } from "../../../kernel/errors.ts";
import type { FeedReceipt, FeedRecord, FeedSink } from "../../../projects/feed.ts";
import { cloudEventEncoding } from "../../encoding/cloud-event-encoding.ts";
import {
  type EncodedRecord,
  encodeFront,
  type FeedEncoding,
} from "../../encoding/feed-encoding.ts";
import { BatchRefusedError } from "../../errors.ts";
import { WebhookRefusedError, WebhookUnavailableError } from "./errors.ts";
import {
  parseWebhookSecret,
  type WebhookKey,
  webhookHeaders,
  webhookIdOf,
} from "./sign-webhook.ts";

/** Answers that speak of the receiver's state, not of the message: too many requests, and gateways without a server behind. */
const UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

export interface WebhookOptions {
  readonly url: string;
  /** `whsec_…` as the receiver has it; several while one is being replaced. */
  readonly secret: string | readonly string[];
  /** One request an event, or one for a whole batch as a JSON array; default one an event. */
  readonly requests?: "each" | "batch";
  /** Default CloudEvents. */
  readonly encoding?: FeedEncoding;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

/** One request. */
interface Message {
  readonly id: string;
  readonly contentType: string;
  readonly body: string;
}

/**
 * Send events to a URL, signed by the Standard Webhooks specification. Any 2xx answer takes a message; redirects are not
 * followed. `webhook-id` is the same when the same events are sent again, so that receivers can tell.
 *
 * Answers 408, 425, 429, 502, 503 and 504, and connections that fail, are outages: waited out, never counted as poison.
 *
 * @throws {InvalidConfigError} if URL or secret cannot be used
 */
export function toWebhook(options: WebhookOptions): FeedSink {
  const url = parseUrl(options.url);
  const keys = [options.secret].flat().map(parseWebhookSecret);
  if (keys.length === 0) throw new InvalidConfigError("secret", "must not be empty");
  const { encoding = cloudEventEncoding, requests = "each" } = options;
  const send = (message: Message, signal: AbortSignal) =>
    post(options, { url, keys }, message, signal);

  const deliver = async (
    batch: readonly FeedRecord[],
    signal: AbortSignal,
  ): Promise<FeedReceipt> => {
    const { encoded, failure } = encodeFront(encoding, batch);
    if (requests === "batch")
      await sendAsOne(encoded, encoding, (message) => send(message, signal));
    else await sendEach(encoded, (message) => send(message, signal));
    if (failure !== undefined) throw new BatchRefusedError(encoded.length, failure.error);
    return { duplicates: 0 };
  };

  return {
    kind: "webhook",
    target: `${url.origin}${url.pathname}`, // what follows may be a secret
    open: async () => ({
      deliver: (batch, { signal }) => deliver(batch, signal),
      close: async () => undefined,
    }),
  };
}

async function sendEach(
  encoded: readonly EncodedRecord[],
  send: (message: Message) => Promise<void>,
): Promise<void> {
  for (const [index, { messageId, contentType, body }] of encoded.entries()) {
    try {
      await send({ id: webhookIdOf([messageId]), contentType, body });
    } catch (error) {
      throw new BatchRefusedError(index, error);
    }
  }
}

async function sendAsOne(
  encoded: readonly EncodedRecord[],
  { batchContentType }: FeedEncoding,
  send: (message: Message) => Promise<void>,
): Promise<void> {
  if (encoded.length === 0) return;
  await send({
    id: webhookIdOf(encoded.map(({ messageId }) => messageId)),
    contentType: batchContentType,
    body: `[${encoded.map(({ body }) => body).join(",")}]`,
  });
}

async function post(
  { fetch: request = fetch, headers, clock = systemClock }: WebhookOptions,
  { url, keys }: { readonly url: URL; readonly keys: readonly WebhookKey[] },
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const signed = webhookHeaders(keys, { ...message, at: clock.now() });
  let response: Response;
  try {
    response = await request(url, {
      method: "POST",
      headers: { ...headers, "content-type": message.contentType, ...signed },
      body: message.body,
      redirect: "manual",
      signal,
    });
    await response.body?.cancel();
  } catch (error) {
    throw new WebhookUnavailableError(reasonOf(error), { cause: error });
  }
  if (response.ok) return;
  if (!UNAVAILABLE_STATUSES.has(response.status)) throw new WebhookRefusedError(response.status);
  throw new WebhookUnavailableError(`answered ${response.status}`);
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "") return url;
  throw new InvalidConfigError("url", "must be http or https, without a user's name in it");
}
