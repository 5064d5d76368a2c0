import { seededRandom } from "../seeded-random.ts";

/**
 * The stories that orders live through, with their shares in percent. Some orders go through the machines that react to
 * each other (`order`, `payment`, `warehouse`), the others through the saga `fulfil`.
 */
export const SCENARIO_PERCENT = {
  // order, payment, warehouse
  "order-happy": 40,
  "order-declined": 5, // the card is declined: cancelled
  "order-sold-out": 4, // paid, then sold out: cancelled, money given back
  "order-cancelled": 3, // the customer changes their mind after a moment
  "order-stuck": 2, // the card's issuer is silent for a minute: a dead letter that can be replayed
  // fulfil
  "saga-happy": 34,
  "saga-compensated": 7, // the carrier refuses the address: refunded, stock released
  "saga-stuck": 1, // so too, but the refund fails as well: a person has to look
  // poison: envelopes that cannot be handled
  "unknown-type": 1, // a type that nobody takes
  "unknown-currency": 1, // data that the machine's own code refuses
  "reused-id": 1, // an id that was used before, with other data
  "late-cancel": 1, // a command for an order that is over
} as const;

export type Scenario = keyof typeof SCENARIO_PERCENT;

const SCENARIOS = Object.entries(SCENARIO_PERCENT) as readonly (readonly [Scenario, number])[];

/** The first orders of a demo are always the same: order 42 is the one to rescue. */
const OPENING: Readonly<Record<number, Scenario>> = {
  40: "order-happy",
  41: "saga-happy",
  42: "order-stuck",
};

/** Which story order `number` lives through. */
export function scenarioOf(seed: number, number: number): Scenario {
  const opening = OPENING[number];
  if (opening !== undefined) return opening;
  let left = seededRandom(seed, "scenario", number)() * 100;
  for (const [scenario, percent] of SCENARIOS) {
    left -= percent;
    if (left < 0) return scenario;
  }
  return "order-happy";
}
