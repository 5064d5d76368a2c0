import type { OrderDetails } from "../order-details.ts";
import { acceptedBody, callWorld, type OutsideCall, reasonOf, textIn } from "./call-world.ts";

/** What is to be paid, and with which card. */
export type Payment = Pick<OrderDetails, "card" | "total" | "currency">;

/** The card company's answer. A type, not an interface, so that it is JSON by its shape. */
export type CaptureAnswer =
  | { readonly approved: true; readonly captureId: string }
  | { readonly approved: false; readonly reason: string };

/** The card company declined. */
export class CardDeclinedError extends Error {
  override readonly name = "CardDeclinedError";
}

const DECLINED = 402;

/** Take the money. A declined card is an answer, not an error. */
export async function captureCard(call: OutsideCall, payment: Payment): Promise<CaptureAnswer> {
  const reply = await callWorld("card/captures", call, payment);
  if (reply.status === DECLINED) return { approved: false, reason: reasonOf(reply) };
  return { approved: true, captureId: textIn(acceptedBody(reply), "captureId") };
}

/**
 * Take the money, for a saga: there every "no" is a failed step.
 *
 * @throws {CardDeclinedError} if the card company declines
 */
export async function chargeCard(call: OutsideCall, payment: Payment) {
  const answer = await captureCard(call, payment);
  if (!answer.approved) throw new CardDeclinedError(answer.reason);
  return { captureId: answer.captureId };
}

/** Give back whatever was taken for this order, which may be nothing. */
export async function refundCard(call: OutsideCall, payment: Payment) {
  const reply = await callWorld("card/refunds", call, payment);
  return { refundId: textIn(acceptedBody(reply), "refundId") };
}
