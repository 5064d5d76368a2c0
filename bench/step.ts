/** How many pure steps a second one core makes: a saga of three steps, from START to its end. `npx tsx bench/step.ts` */
import { compileChart } from "../packages/core/src/charts/compile-chart.ts";
import { parseChart } from "../packages/core/src/charts/parse-chart.ts";
import { serviceDone } from "../packages/core/src/instances/machine-events.ts";
import { startInstance, stepInstance } from "../packages/core/src/instances/step.ts";
import { sagaBuilder } from "../packages/core/src/sagas/saga-builder.ts";

const ROUNDS = 5;
const SAGAS_PER_ROUND = 10_000;

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release", timeoutMs: 5_000 })
  .step("charge", { invoke: "charge", compensate: "refund" })
  .step("ship", { invoke: "ship" });
const names = saga.steps.flatMap(({ invoke, compensate }) => [invoke, compensate ?? invoke]);
const machine = compileChart(parseChart(saga.build()), {
  ...saga.logic(),
  services: Object.fromEntries(names.map((name) => [name, async () => null])),
});
const order = { order: "order-42", lines: [{ sku: "A-1", count: 2 }], total: 99.5 };

function runSaga(): number {
  let { snapshot } = startInstance(machine);
  ({ snapshot } = stepInstance(machine, snapshot, { type: "START", payload: order }));
  for (const { name } of saga.steps) {
    ({ snapshot } = stepInstance(machine, snapshot, serviceDone(name, { id: `${name}-1` })));
  }
  return saga.steps.length + 2;
}

for (let round = 1; round <= ROUNDS; round += 1) {
  const startedAt = performance.now();
  let steps = 0;
  for (let at = 0; at < SAGAS_PER_ROUND; at += 1) steps += runSaga();
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`round ${round}: ${Math.round(steps / seconds)} steps/s`);
}
