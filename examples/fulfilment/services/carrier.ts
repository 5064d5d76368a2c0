import type { OrderDetails } from "../order-details.ts";
import { acceptedBody, callWorld, type OutsideCall, textIn } from "./call-world.ts";

type Destination = Pick<OrderDetails, "address">;

/** Get an address label for a parcel. */
export async function printLabel(call: OutsideCall, destination: Destination) {
  const reply = await callWorld("carrier/labels", call, destination);
  return { labelId: textIn(acceptedBody(reply), "labelId") };
}

/** Have a parcel collected. An address the carrier does not serve is an error. */
export async function bookShipment(call: OutsideCall, destination: Destination) {
  const reply = await callWorld("carrier/shipments", call, destination);
  return { shipmentId: textIn(acceptedBody(reply), "shipmentId") };
}
