import type { ServiceCall } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import type { SagaBuilder } from "../sagas/saga-builder.ts";

/** What a fake service does when it is called for the n-th time, from 0; the default answers `<service>-ok`. */
export type FakeService = (call: ServiceCall, n: number) => Promise<JsonValue> | JsonValue;

/** A saga on a bus with fake services that write down each call. */
export interface SagaBench {
  readonly project: Project;
  /** `<service> <subject>` in the order of the calls. */
  readonly calls: string[];
  /** The saga's input as each call saw it. */
  readonly inputs: JsonValue[];
  readonly actions: string[];
}

/** A service that always fails. */
export const failing =
  (message: string): FakeService =>
  () => {
    throw new Error(message);
  };

/** Put a saga, started by `xsm.<saga>.START` on `commands`, into a project. */
export function sagaBench(
  saga: SagaBuilder,
  services: Readonly<Record<string, FakeService>> = {},
  actionNames: readonly string[] = [],
): SagaBench {
  const bench = { calls: [] as string[], inputs: [] as JsonValue[], actions: [] as string[] };
  const counts = new Map<string, number>();
  const call = (name: string) => async (serviceCall: ServiceCall) => {
    const n = counts.get(name) ?? 0;
    counts.set(name, n + 1);
    bench.calls.push(`${name} ${serviceCall.subject}`);
    bench.inputs.push(serviceCall.context.input ?? null);
    return (services[name] ?? (() => `${name}-ok`))(serviceCall, n);
  };
  const names = saga.steps.flatMap(({ invoke, compensate }) => [invoke, compensate ?? invoke]);
  const logic = saga.logic();
  const chart = saga.build();
  return {
    ...bench,
    project: defineProject({
      name: "sagas",
      topics: ["commands", { name: "events", onUnknown: "ignore" }],
      machines: [
        {
          chart,
          logic: {
            ...logic,
            actions: {
              ...logic.actions,
              ...Object.fromEntries(
                actionNames.map((name) => [
                  name,
                  async () => {
                    bench.actions.push(name);
                    await services[name]?.({} as ServiceCall, 0);
                  },
                ]),
              ),
            },
            services: Object.fromEntries(names.map((name) => [name, call(name)])),
          },
        },
      ],
      routes: [
        {
          topic: "commands",
          type: `xsm.${chart.id}.START`,
          machine: String(chart.id),
          event: "START",
        },
      ],
    }),
  };
}

/** The command that starts a saga. */
export function startOf(saga: string, subject = "o-1", data: JsonValue = {}) {
  return createEnvelope({ type: `xsm.${saga}.START`, source: "/shop", subject, data });
}
