import fc from "fast-check";
import { randomCharts } from "../../../../../../../packages/core/src/testing/random-chart.ts";

/** Names as long as people give them, for those that random charts have. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/"E":/g, '"warehouse.reservation.confirmed.by.hand":'],
  [/"F":/g, '"PAYMENT_AUTHORIZATION_REQUESTED_ONCE_MORE":'],
  [/\bs0\b/g, "reservationOfStock"],
  [/\bmaybe\b/g, "thereIsStillTimeForIt"],
  [/\bwork\b/g, "reserveStockInTheWarehouse"],
];

/** Charts drawn at random, half of them with long names of events, states, guards and services. */
export const wordyCharts = fc
  .tuple(randomCharts, fc.boolean())
  .map(([chart, isWordy]): object => (isWordy ? wordy(chart) : chart));

function wordy(chart: object): object {
  const text = NAMES.reduce(
    (json, [name, longer]) => json.replace(name, longer),
    JSON.stringify(chart),
  );
  return JSON.parse(text);
}
