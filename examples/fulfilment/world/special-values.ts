// Values with a fixed fate, in the manner of a payment company's test cards. The traffic generator uses them to make
// the stories it wants; everything else is left to chance.

/** Cards that are approved, bar bad luck. */
export const GOOD_CARDS = ["4242424242424242", "5555555555554444", "378282246310005"] as const;

/** Always declined. */
export const DECLINED_CARD = "4000000000000002";

/** Its issuer does not answer for a minute after an order's first try, and then works. */
export const ISSUER_DOWN_CARD = "4000000000000119";
export const ISSUER_DOWN_MS = 60_000;

/** Approved, but can never be refunded. */
export const NO_REFUND_CARD = "4000000000005126";

/** Can be ordered, but is never there. */
export const SOLD_OUT_SKU = "lamp-aurora";

/** The carrier does not go there. */
export const UNSERVED_POSTCODE = "99999";
