import { defineProject, type Project } from "../projects/define-project.ts";

/** Fewer timers are read at a time than there are of {@link STRANDED}. */
export const READ_MAX = 3;
/** Subjects that wait at a version which the next worker cannot run. */
export const STRANDED: readonly string[] = Array.from({ length: 8 }, (_subject, n) => `old-${n}`);
export const WAIT_MS = 3_600_000;

/**
 * Two deployments of one project. Timers of instances that started under the first never fire under the second, since the code of
 * their version is gone.
 */
export const BEFORE = deployment("before");
export const AFTER = deployment("after");

function deployment(version: string): Project {
  const action = `note ${version}`;
  return defineProject({
    name: "stranded",
    topics: ["in", "events"],
    routes: [{ topic: "in", type: "wait", machine: "waiter", event: "WAIT" }],
    machines: [
      {
        chart: {
          id: "waiter",
          version,
          initial: "idle",
          states: {
            idle: { on: { WAIT: "waiting" } },
            waiting: { after: { [WAIT_MS]: { target: "over", actions: action } } },
            over: { type: "final" },
          },
        },
        logic: { actions: { [action]: () => undefined } },
      },
    ],
  });
}
