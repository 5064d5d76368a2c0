import { assign, type MachineDefinition, type ServiceCall } from "@sagascope/core";
import chart from "../charts/order.json" with { type: "json" };
import { readOrder } from "../order-details.ts";
import { sendMail } from "../services/mail.ts";
import type { Heard } from "./seen-events.ts";

/** Why an order ends: told by whoever ended it, or by the chart. */
interface Reason {
  readonly reason?: string;
}

/** Decides about an order: placed, paid, packed, and when it is over. */
export const order: MachineDefinition = {
  chart,
  logic: {
    actions: {
      // Pure: changes the context inside the step.
      takeOrder: assign(({ event }: Heard<unknown>) => ({ ...readOrder(event.payload) })),
      noteParcel: assign(({ event }: Heard<{ parcelId: string }>) => ({
        parcelId: event.payload.parcelId,
      })),
      noteReason: assign(({ event }: Heard<Reason | undefined>, params: Reason | undefined) => ({
        reason: event.payload?.reason ?? params?.reason ?? null,
      })),

      // With effects: runs after the step was committed, at least once.
      mailCustomer: (call: ServiceCall) =>
        sendMail(call, { to: readOrder(call.context).email, template: templateOf(call.params) }),
    },
  },
  services: {
    mailCustomer: { timeoutMs: 5_000, attemptsMax: 5 },
  },
};

function templateOf(params: unknown): string {
  const { template } = { template: undefined, ...(params as object) };
  return String(template);
}
