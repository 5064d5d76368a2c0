import type { CloudEvent } from "./order-events.ts";

/** Where events are posted to. */
export interface EventDoor {
  readonly url: string;
  readonly token: string;
}

/** What became of a post: stored, worth another try, or turned away for good. */
export type PostOutcome =
  | { readonly outcome: "accepted" }
  | { readonly outcome: "unavailable"; readonly retryAfterMs: number | undefined }
  | { readonly outcome: "refused"; readonly status: number; readonly reason: string };

const TIMEOUT_MS = 10_000;
const WORTH_ANOTHER_TRY = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Post events once, in the structured mode of the CloudEvents HTTP binding, or in the batched one if they are several.
 * Safe to repeat: an event that was stored before is known by its id.
 */
export async function postEvents(
  door: EventDoor,
  events: readonly CloudEvent[],
): Promise<PostOutcome> {
  const [only] = events;
  const single = events.length === 1;
  try {
    const response = await fetch(`${door.url}/api/events/commands`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${door.token}`,
        "content-type": `application/cloudevents${single ? "" : "-batch"}+json`,
      },
      body: JSON.stringify(single ? only : events),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return outcomeOf(response, text);
  } catch {
    return { outcome: "unavailable", retryAfterMs: undefined };
  }
}

function outcomeOf({ status, headers, ok }: Response, text: string): PostOutcome {
  if (ok) return { outcome: "accepted" };
  if (!WORTH_ANOTHER_TRY.has(status)) {
    return { outcome: "refused", status, reason: text.slice(0, 300) };
  }
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return { outcome: "unavailable", retryAfterMs: seconds > 0 ? seconds * 1_000 : undefined };
}
