import type { Moment } from "./instance.ts";

/** A service that runs now or may still run, and what its failure leads to. */
export interface Risk {
  readonly id: string;
  readonly src: string;
  /** The state that calls it, if that is not where the instance is now. */
  readonly state: string | undefined;
  /** States that the chart goes to; none where it stays, undefined where it has no answer: then it ends as a dead letter. */
  readonly to: readonly string[] | undefined;
}

/** What can still fail from where the instance is, or was after a step: what runs now first. Nothing once it has ended. */
export function buildRisks({ instance, isLive, reachability }: Moment): readonly Risk[] {
  if (isLive && instance.status !== "active") return [];
  const all = reachability.mayStillFail;
  return [...all.filter((risk) => risk.isActive), ...all.filter((risk) => !risk.isActive)].map(
    ({ state, invoke, src, isActive, isHandled, to }) => ({
      ...{ id: `${state} ${invoke}`, src, state: isActive ? undefined : state },
      to: isHandled ? to : undefined,
    }),
  );
}
