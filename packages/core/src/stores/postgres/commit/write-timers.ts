import type { StepCommit } from "../../../engine/step-commit.ts";
import { checked } from "../checked.ts";
import type { Statement } from "../statement.ts";

/** Due times are absolute and by the database's clock, so that workers' clocks do not matter. */
const INSERT_TIMERS = `
  INSERT INTO sagascope.timer
    (machine_id, subject, ref, project, shard, revision, event, label, state, cause_event_id, cause_depth, traceparent,
     due_at)
  SELECT t.machine_id, t.subject, t.ref, $11, sagascope.shard_of(t.subject), t.revision, t.event, t.label, t.state,
         t.cause_event_id, t.cause_depth, t.traceparent, clock_timestamp() + t.delay_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[],
              $9::double precision[], $10::int[], $12::text[])
    AS t (machine_id, subject, ref, revision, event, label, state, cause_event_id, delay_ms, cause_depth, traceparent)
  ON CONFLICT (machine_id, subject, ref) DO UPDATE
    SET revision = excluded.revision, event = excluded.event, label = excluded.label, state = excluded.state,
        cause_event_id = excluded.cause_event_id, cause_depth = excluded.cause_depth, traceparent = excluded.traceparent,
        scheduled_at = clock_timestamp(), due_at = excluded.due_at, deliveries = 0, attempts = 0, taken_by = NULL`;

const DELETE_TIMERS = `
  DELETE FROM sagascope.timer t
  USING unnest($1::text[], $2::text[], $3::text[]) AS d (machine_id, subject, ref)
  WHERE t.machine_id = d.machine_id AND t.subject = d.subject AND t.ref = d.ref`;

/** The revision tells the timer that fired from one set again under the same name. */
const END_FIRED_TIMERS = checked(
  "timer",
  `
  DELETE FROM sagascope.timer t
  USING unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS d (machine_id, subject, ref, revision)
  WHERE t.machine_id = d.machine_id AND t.subject = d.subject AND t.ref = d.ref AND t.revision = d.revision`,
  5,
);

/** Fails if a timer that fired is gone or was set again. */
export function endFiredTimers(
  fired: readonly {
    readonly machineId: string;
    readonly subject: string;
    readonly ref: string;
    readonly revision: number;
  }[],
): readonly Statement[] {
  if (fired.length === 0) return [];
  const values = [
    fired.map((timer) => timer.machineId),
    fired.map((timer) => timer.subject),
    fired.map((timer) => timer.ref),
    fired.map((timer) => timer.revision),
    fired.length,
  ];
  return [{ operation: "end fired timers", text: END_FIRED_TIMERS, values }];
}

/** Take back the timers of states that were left; before new ones are set, since a state may be entered again. */
export function cancelTimers(commits: readonly StepCommit[]): readonly Statement[] {
  const cancelled = commits.flatMap((commit) =>
    commit.cancelledTimers.map((ref) => ({ commit, ref })),
  );
  if (cancelled.length === 0) return [];
  const values = [
    cancelled.map(({ commit }) => commit.machineId),
    cancelled.map(({ commit }) => commit.subject),
    cancelled.map(({ ref }) => ref),
  ];
  return [{ operation: "cancel timers", text: DELETE_TIMERS, values }];
}

/** Set the timers of states that were entered. */
export function writeTimers(project: string, commits: readonly StepCommit[]): readonly Statement[] {
  const timers = commits.flatMap((commit) => commit.timers.map((timer) => ({ commit, timer })));
  if (timers.length === 0) return [];
  const values = [
    timers.map(({ commit }) => commit.machineId),
    timers.map(({ commit }) => commit.subject),
    timers.map(({ timer }) => timer.ref),
    timers.map(({ timer }) => timer.revision),
    timers.map(({ timer }) => timer.event),
    timers.map(({ timer }) => timer.label),
    timers.map(({ timer }) => timer.state),
    timers.map(({ timer }) => timer.causeEventId),
    timers.map(({ timer }) => timer.delayMs),
    timers.map(({ timer }) => timer.causeDepth),
    project,
    timers.map(({ timer }) => timer.traceparent ?? null),
  ];
  return [{ operation: "set timers", text: INSERT_TIMERS, values }];
}
