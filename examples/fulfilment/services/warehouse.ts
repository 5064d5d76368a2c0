import type { OrderDetails } from "../order-details.ts";
import { acceptedBody, callWorld, type OutsideCall, reasonOf, textIn } from "./call-world.ts";

type Goods = Pick<OrderDetails, "lines">;

/** The warehouse's answer to a parcel that is to be packed. */
export type PackAnswer =
  | { readonly packed: true; readonly parcelId: string }
  | { readonly packed: false; readonly reason: string };

const SOLD_OUT = 409;

/** Put goods aside. Sold out is an error here. */
export async function reserveStock(call: OutsideCall, goods: Goods) {
  const reply = await callWorld("warehouse/reservations", call, goods);
  return { reservationId: textIn(acceptedBody(reply), "reservationId") };
}

/** Put goods back that were set aside for this order, or packed. */
export async function releaseStock(call: OutsideCall) {
  const reply = await callWorld("warehouse/releases", call, {});
  return { releaseId: textIn(acceptedBody(reply), "releaseId") };
}

/** Fetch the goods and pack them. Sold out is an answer here. */
export async function packParcel(call: OutsideCall, goods: Goods): Promise<PackAnswer> {
  const reply = await callWorld("warehouse/parcels", call, goods);
  if (reply.status === SOLD_OUT) return { packed: false, reason: reasonOf(reply) };
  return { packed: true, parcelId: textIn(acceptedBody(reply), "parcelId") };
}
