import type { ClaimedRow } from "../outbox-storage.ts";
import type { Outcome } from "./outcome.ts";

/** What more claims than others came to no end with waits so long, so that the others are tried before it. */
export const GRAVER_WAIT_MS = 5_000;

/** How the messages of one claim are gone about. */
export interface ClaimPlan {
  /** Nobody died over these: they may be in hand at once. */
  readonly together: readonly (readonly ClaimedRow[])[];
  /** To be tried with nothing else in hand. */
  readonly alone: ClaimedRow | undefined;
  /** To be handed back before anything is tried: whoever dies holding them would have counted a delivery of each. */
  readonly back: readonly Extract<Outcome, { kind: "untried" }>[];
  /** How many of those handed back may be claimed again at once, each by itself. */
  readonly toComeBack: number;
}

/**
 * What somebody may have died over is tried with nothing else in hand, once the rest is settled; what follows it in its run waits
 * with it. So a message that kills counts deliveries of itself alone, and of what nobody had died over yet at most one each.
 *
 * @param runs - messages that have to stay in order, in their order
 */
export function planClaim(runs: readonly (readonly ClaimedRow[])[]): ClaimPlan {
  const cut = runs.map((run) => {
    const at = run.findIndex((row) => deathsOf(row) > 0);
    return at < 0 ? [run, []] : [run.slice(0, at), run.slice(at)];
  });
  const together = cut.flatMap(([fresh = []]) => (fresh.length === 0 ? [] : [fresh]));
  const heads = cut.flatMap(([, suspects = []]) => suspects.slice(0, 1));
  const fewest = Math.min(...heads.map(deathsOf));
  const alone = together.length > 0 ? undefined : heads.find((head) => deathsOf(head) === fewest);
  const back = cut
    .flatMap(([, suspects = []]) => suspects)
    .filter((row) => row !== alone)
    .map((row) => ({
      ...({ kind: "untried", row } as const),
      delayMs: deathsOf(row) > fewest ? GRAVER_WAIT_MS : 0,
    }));
  return { together, alone, back, toComeBack: back.filter(({ delayMs }) => delayMs === 0).length };
}

/** Earlier claims of which nobody said how they ended. */
function deathsOf({ deliveries, attempts }: ClaimedRow): number {
  return deliveries - attempts - 1;
}
