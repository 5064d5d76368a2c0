import { assign, type MachineDefinition } from "@sagascope/core";
import chart from "../charts/warehouse.json" with { type: "json" };
import { readOrder } from "../order-details.ts";
import { printLabel } from "../services/carrier.ts";
import { type PackAnswer, packParcel, releaseStock } from "../services/warehouse.ts";
import type { Answered, Heard } from "./seen-events.ts";

/** Packs what was paid for. */
export const warehouse: MachineDefinition = {
  chart,
  logic: {
    actions: {
      takeOrder: assign(({ event }: Heard<unknown>) => ({ ...readOrder(event.payload) })),
      noteParcel: assign(({ event }: Answered<{ parcelId: string }>) => ({
        parcelId: event.output.parcelId,
      })),
      noteLabel: assign(({ event }: Answered<{ labelId: string }>) => ({
        labelId: event.output.labelId,
      })),
      noteReason: assign(({ event }: Answered<{ reason: string }>) => ({
        reason: event.output.reason,
      })),
    },
    guards: {
      isPacked: ({ event }: Answered<PackAnswer>) => event.output.packed,
    },
    services: {
      packParcel: (call) => packParcel(call, readOrder(call.context)),
      printLabel: (call) => printLabel(call, readOrder(call.context)),
      restock: (call) => releaseStock(call),
    },
  },
  services: {
    packParcel: { timeoutMs: 5_000, attemptsMax: 5, backoffMs: 500 },
    printLabel: { timeoutMs: 5_000, attemptsMax: 5, backoffMs: 500 },
    restock: { timeoutMs: 5_000, attemptsMax: 8, backoffMs: 500 },
  },
};
