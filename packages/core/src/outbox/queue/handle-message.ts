import type { Message } from "../../envelope/messages/message.ts";
import type { Timers } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { withinTime } from "../../kernel/within-time.ts";
import { MessageRejectedError } from "../errors.ts";
import type { Verdict } from "../work/work-run.ts";
import { createSettlement, type MessageSettlement } from "./message-settlement.ts";
import type { QueueSettings } from "./queue-settings.ts";

/** One message in a handler's hands. */
export interface QueueDelivery<Body> extends MessageSettlement {
  readonly message: Message;
  readonly body: Body;
  /** Aborted when the message's time is over, or the queue stops for good. */
  readonly signal: AbortSignal;
}

/** Works on one message. */
export type MessageHandler<Body> = (delivery: QueueDelivery<Body>) => Promise<unknown> | unknown;

export interface HandleMessageOptions<Body> {
  readonly handler: MessageHandler<Body>;
  readonly settings: Pick<QueueSettings, "ackPolicy" | "handlerTimeoutMs">;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Given up: nobody waits for handlers any longer. */
  readonly signal: AbortSignal;
}

/** Call a handler and say how it ended, by its own word or by how it returned. Never throws. */
export async function handleMessage<Body>(
  message: Message,
  body: Body,
  options: HandleMessageOptions<Body>,
): Promise<Verdict> {
  const { handler, settings, timers, logger, signal: outside } = options;
  const { ackPolicy, handlerTimeoutMs: timeoutMs } = settings;
  const { verdict, ...settlement } = createSettlement();
  try {
    await withinTime({ timeoutMs, timers, signal: outside }, (call) =>
      handler({
        ...settlement,
        ...{ message, body },
        get signal() {
          return call.signal;
        },
      }),
    );
    if (ackPolicy !== "manual") settlement.ack();
  } catch (error) {
    if (outside.aborted && error === outside.reason) return verdict() ?? { kind: "abandoned" };
    if (ackPolicy === "reject_on_error") settlement.reject(error);
    else settlement.nack(error);
  }
  if (verdict() === undefined) {
    const error = new MessageRejectedError("its handler returned without settling it");
    logger.error("a handler returned without settling its message, which is rejected", {
      ...{ id: message.id, topic: message.topic },
    });
    settlement.reject(error);
  }
  return verdict() ?? { kind: "abandoned" };
}

/**
 * A handler whose result goes on to somewhere else: a message is done once that took it, and tried again if it did not.
 *
 * @param publish - not called for `undefined`
 */
export function forwardResult<Body, Result>(
  handler: (delivery: QueueDelivery<Body>) => Promise<Result> | Result,
  publish: (result: Exclude<Result, undefined>) => Promise<unknown> | unknown,
): MessageHandler<Body> {
  return async (delivery) => {
    const result = await handler(delivery);
    if (result !== undefined) await publish(result as Exclude<Result, undefined>);
  };
}
