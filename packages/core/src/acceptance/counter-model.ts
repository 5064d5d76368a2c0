import { assign } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import type { Project } from "../projects/define-project.ts";
import { counter, counterProject } from "./counter.ts";

/** What a counter is told. */
export type CounterEvent = "ADD" | "POISON" | "CLOSE";

/** One envelope that was published, by its number. */
export interface PublishedEvent {
  readonly event: CounterEvent;
  readonly subject: string;
  readonly n: number;
}

/** What an instance has to look like, and how its envelopes end, told without any of the engine's code. */
export interface ExpectedCounter {
  readonly seen: readonly number[];
  readonly letters: number;
}

/** Work out by hand what becomes of what was published, each envelope once and in order. */
export function expectedCounters(
  published: readonly PublishedEvent[],
): ReadonlyMap<string, ExpectedCounter> {
  const bySubject = new Map<string, { seen: number[]; isClosed: boolean; letters: number }>();
  for (const { event, subject, n } of published) {
    const expected = bySubject.get(subject) ?? { seen: [], isClosed: false, letters: 0 };
    bySubject.set(subject, expected);
    if (expected.isClosed || event === "POISON") expected.letters += 1;
    else if (event === "ADD") expected.seen.push(n);
    else expected.isClosed = true;
  }
  return bySubject;
}

/** A counter whose ADD fails as often as it is told for its number, on the first tries. */
export function flakyCounterProject(
  attemptsMax: number,
  failuresLeft: Map<number, number>,
): Project {
  const { actions } = counter.logic;
  return counterProject({
    attemptsMax,
    logic: {
      actions: {
        ...actions,
        append: assign(({ context, event }: LogicArgs) => {
          const left = failuresLeft.get(event.payload.n) ?? 0;
          failuresLeft.set(event.payload.n, left - 1);
          if (left > 0) throw new Error("not yet");
          return { seen: [...context.seen, event.payload.n] };
        }),
      },
    },
  });
}
