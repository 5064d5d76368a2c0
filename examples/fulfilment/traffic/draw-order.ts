import { CURRENCIES, type OrderDetails, type OrderLine } from "../order-details.ts";
import { intBetween, pickFrom, type Random } from "../seeded-random.ts";
import { GOOD_CARDS } from "../world/special-values.ts";

const FIRST_NAMES = ["Ada", "Jonas", "Mara", "Luis", "Priya", "Tomasz", "Yuki", "Zoë"] as const;
const LAST_NAMES = ["Berger", "Kovač", "Lindqvist", "Moreau", "Okafor", "Rossi", "Silva"] as const;
const STREETS = ["Canal Street", "Garden Lane", "Harbour Road", "Mill Street"] as const;
const PLACES = [
  { postcode: "1010", city: "Vienna", country: "AT" },
  { postcode: "75011", city: "Paris", country: "FR" },
  { postcode: "20095", city: "Hamburg", country: "DE" },
  { postcode: "EC1A 1BB", city: "London", country: "GB" },
] as const;
const PRODUCTS = [
  { sku: "mug-blue", price: 1_290 },
  { sku: "kettle-steel", price: 4_900 },
  { sku: "teapot-clay", price: 3_450 },
  { sku: "tea-assam-250g", price: 1_150 },
  { sku: "tray-oak", price: 2_700 },
] as const;

/** An order as somebody might place it. The people are invented and their mail leads nowhere. */
export function drawOrder(random: Random): OrderDetails {
  const first = pickFrom(random, FIRST_NAMES);
  const last = pickFrom(random, LAST_NAMES);
  const lines = Array.from({ length: intBetween(random, 1, 3) }, () => drawLine(random));
  return {
    customer: `${first} ${last}`,
    email: `${plain(first)}.${plain(last)}@example.com`,
    card: {
      number: pickFrom(random, GOOD_CARDS),
      expiry: `${String(intBetween(random, 1, 12)).padStart(2, "0")}/31`,
    },
    address: {
      street: `${pickFrom(random, STREETS)} ${intBetween(random, 1, 120)}`,
      ...pickFrom(random, PLACES),
    },
    lines,
    total: lines.reduce((sum, line) => sum + line.quantity * line.price, 0),
    currency: pickFrom(random, CURRENCIES),
  };
}

function drawLine(random: Random): OrderLine {
  return { ...pickFrom(random, PRODUCTS), quantity: intBetween(random, 1, 3) };
}

/** A name as a mail address has it: lower case, no accents. */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
}
