import { assign, type MachineDefinition } from "@sagascope/core";
import chart from "../charts/payment.json" with { type: "json" };
import { readOrder } from "../order-details.ts";
import { type CaptureAnswer, captureCard, refundCard } from "../services/card.ts";
import type { Answered, Heard } from "./seen-events.ts";

/** Takes the money of an order, and gives it back if the order is cancelled. */
export const payment: MachineDefinition = {
  chart,
  logic: {
    actions: {
      takeOrder: assign(({ event }: Heard<unknown>) => ({ ...readOrder(event.payload) })),
      noteCapture: assign(({ event }: Answered<{ captureId: string }>) => ({
        captureId: event.output.captureId,
      })),
      noteDecline: assign(({ event }: Answered<{ reason: string }>) => ({
        reason: event.output.reason,
      })),
      noteRefund: assign(({ event }: Answered<{ refundId: string }>) => ({
        refundId: event.output.refundId,
      })),
    },
    guards: {
      isApproved: ({ event }: Answered<CaptureAnswer>) => event.output.approved,
    },
    services: {
      capturePayment: (call) => captureCard(call, readOrder(call.context)),
      refundPayment: (call) => refundCard(call, readOrder(call.context)),
    },
  },
  services: {
    // The chart has no answer to an outage: after these tries the call becomes a dead letter.
    // A bank may take its time; a customer whose card was charged after all is the worse case.
    capturePayment: { timeoutMs: 20_000, attemptsMax: 4, backoffMs: 500 },
    refundPayment: { timeoutMs: 5_000, attemptsMax: 6, backoffMs: 500 },
  },
};
