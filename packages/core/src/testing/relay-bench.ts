import { encodeBody } from "../envelope/messages/encode-body.ts";
import type { LogFields, Logger } from "../kernel/logger.ts";
import { createOutboxRelay, type OutboxRelayOptions } from "../outbox/relay/outbox-relay.ts";
import type { PublishMessage } from "../outbox/relay/relay-round.ts";
import { constantRetry } from "../outbox/retry/retry-strategies.ts";
import { createMemoryOutbox, type NewRow } from "../stores/memory/outbox/memory-outbox.ts";
import { manualClock } from "./manual-clock.ts";

/** Wait after a failure. */
export const RETRY_MS = 10_000;

/** A line that was logged. */
export interface LoggedLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps what it is told. */
export function recordingLogger(): { readonly logger: Logger; readonly lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const lineOf =
    (level: keyof Logger) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields });
    };
  return {
    lines,
    logger: {
      debug: lineOf("debug"),
      info: lineOf("info"),
      warn: lineOf("warn"),
      error: lineOf("error"),
    },
  };
}

/** Relays over one table in memory, on one clock that stands still. */
export function relayBench() {
  const clock = manualClock();
  const outbox = createMemoryOutbox({ clock });
  const { logger, lines } = recordingLogger();
  const published: string[] = [];
  const note: PublishMessage<unknown> = ({ body }) => void published.push(String(body));
  return {
    ...{ clock, outbox, logger, lines, published },
    /** Write bodies of one key or none. */
    add: (bodies: readonly unknown[], fields: Partial<NewRow> = {}) =>
      outbox.add(bodies.map((body) => ({ ...toRow(body), ...fields }))),
    relay: (options: Partial<OutboxRelayOptions<unknown>> = {}) =>
      createOutboxRelay<unknown>({
        ...{ storage: outbox.storage, publish: note, logger, timers: clock },
        ...{ nowMs: () => clock.now().getTime(), retry: constantRetry({ delayMs: RETRY_MS }) },
        ...options,
      }),
    row: (id: string | undefined) => outbox.rows().find((row) => row.id === id),
    note,
  };
}

function toRow(body: unknown): NewRow {
  const { payload, contentType } = encodeBody(body);
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  return { topic: "orders", payload, headers };
}
