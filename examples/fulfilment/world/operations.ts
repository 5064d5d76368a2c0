import type { Random } from "../seeded-random.ts";
import type { Company, Conditions } from "./conditions.ts";
import {
  DECLINED_CARD,
  ISSUER_DOWN_CARD,
  ISSUER_DOWN_MS,
  NO_REFUND_CARD,
  SOLD_OUT_SKU,
  UNSERVED_POSTCODE,
} from "./special-values.ts";

/** What a company answers, as HTTP status and JSON. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a company knows when it decides. */
export interface Request {
  readonly body: Readonly<Record<string, unknown>>;
  readonly conditions: Conditions;
  readonly random: Random;
  /** Time since the first request with this idempotency key. */
  readonly sinceFirstMs: number;
}

export interface Operation {
  readonly company: Company;
  readonly carryOut: (request: Request) => Answer;
}

/** Everything the world can be asked to do, by its path. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["card/captures", { company: "card", carryOut: capture }],
  ["card/refunds", { company: "card", carryOut: refund }],
  ["warehouse/reservations", { company: "warehouse", carryOut: takeGoods("reservationId", "W") }],
  ["warehouse/releases", { company: "warehouse", carryOut: done("releaseId", "B") }],
  ["warehouse/parcels", { company: "warehouse", carryOut: takeGoods("parcelId", "P") }],
  ["carrier/labels", { company: "carrier", carryOut: done("labelId", "L") }],
  ["carrier/shipments", { company: "carrier", carryOut: ship }],
  ["mail/messages", { company: "mail", carryOut: done("messageId", "M") }],
]);

function capture({ body, conditions, random, sinceFirstMs }: Request): Answer {
  const card = fieldOf(body.card, "number");
  if (card === ISSUER_DOWN_CARD && sinceFirstMs < ISSUER_DOWN_MS) {
    return no(503, "the issuer of the card does not answer");
  }
  if (card === DECLINED_CARD) return no(402, "card declined: insufficient funds");
  if (random() < conditions.declineRate) return no(402, "card declined: do not honour");
  return yes("captureId", "C", random);
}

function refund({ body, random }: Request): Answer {
  if (fieldOf(body.card, "number") === NO_REFUND_CARD) {
    return no(409, "the card's account is closed, nothing can be refunded to it");
  }
  return yes("refundId", "R", random);
}

function takeGoods(idField: string, prefix: string): Operation["carryOut"] {
  return ({ body, random }) => {
    const lines: readonly unknown[] = Array.isArray(body.lines) ? body.lines : [];
    return lines.some((line) => fieldOf(line, "sku") === SOLD_OUT_SKU)
      ? no(409, `'${SOLD_OUT_SKU}' is sold out`)
      : yes(idField, prefix, random);
  };
}

function ship({ body, random }: Request): Answer {
  return fieldOf(body.address, "postcode") === UNSERVED_POSTCODE
    ? no(422, `postcode '${UNSERVED_POSTCODE}' is not served`)
    : yes("shipmentId", "S", random);
}

function done(idField: string, prefix: string): Operation["carryOut"] {
  return ({ random }) => yes(idField, prefix, random);
}

function yes(idField: string, prefix: string, random: Random): Answer {
  const number = Math.floor(random() * 0x1000000).toString(16);
  return { status: 200, body: { [idField]: `${prefix}-${number.toUpperCase().padStart(6, "0")}` } };
}

function no(status: number, reason: string): Answer {
  return { status, body: { reason } };
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[field]
    : undefined;
}
