import type { RouterOutputs } from "../react.tsx";

type Page = RouterOutputs["instances"]["history"];
type Step = Page["steps"][number];

/** What one read of the history gave. */
export interface StepsPage {
  readonly steps: readonly Step[];
  /** Older ones than these are recorded. */
  readonly more: boolean;
  /** Those older ones, counted. */
  readonly earlier?: Page["earlier"];
}

/** One list of steps; `isTorn` if older ones were read that do not follow on yet. */
export interface JoinedSteps extends StepsPage {
  readonly isTorn: boolean;
}

/**
 * One list of steps, oldest first, each once, without a gap. The newest page moves on as the instance does and may have let
 * go of steps that no older page holds: what lies before them is left out rather than shown as if it followed.
 */
export function joinSteps(newest: StepsPage | undefined, older: readonly StepsPage[]): JoinedSteps {
  const first = newest?.steps[0];
  if (newest === undefined || first === undefined) return { steps: [], more: false, isTorn: false };
  const known = new Map(
    older.flatMap((page) => page.steps.map((step) => [step.revision, step] as const)),
  );
  const before: Step[] = [];
  for (let at = first.revision - 1; ; at -= 1) {
    const step = known.get(at);
    if (step === undefined) break;
    before.unshift(step);
  }
  const oldest = (before[0] ?? first).revision;
  const isFirst = older.some(
    (page) => !page.more && (page.steps[0]?.revision ?? oldest) === oldest,
  );
  return {
    steps: [...before, ...newest.steps],
    more: newest.more && !isFirst,
    earlier: [newest, ...older].find(({ steps }) => steps[0]?.revision === oldest)?.earlier,
    isTorn: [...known.keys()].some((revision) => revision < oldest),
  };
}
