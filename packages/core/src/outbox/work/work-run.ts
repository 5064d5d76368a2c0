import type { Message } from "../../envelope/messages/message.ts";
import { DeliveriesSpentError } from "../errors.ts";
import type { DecodeBody } from "../message-body.ts";
import type { ClaimedRow } from "../outbox-storage.ts";
import { readClaimed } from "../read-claimed.ts";
import { decideFailure, type FailurePolicy } from "./decide-failure.ts";
import type { Outcome } from "./outcome.ts";

/** How a handler ended. */
export type Verdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "failed"; readonly error: unknown }
  /** It is not to be tried again. */
  | { readonly kind: "rejected"; readonly error: unknown }
  /** Nobody waited for the end. */
  | { readonly kind: "abandoned" };

/** What it takes to work on messages. */
export interface Crew<Body> {
  readonly policy: FailurePolicy;
  readonly decode: DecodeBody<Body>;
  /** Never throws. */
  offer(message: Message, body: Body): Promise<Verdict>;
  isHeld(row: ClaimedRow): boolean;
  /** No further message is begun. */
  isStopping(): boolean;
  onOutcome(outcome: Outcome): void;
  readonly nowMs: () => number;
}

/** Work on messages that have to stay in order, one after another: what follows one that is to be tried again waits with it. */
export async function workRun<Body>(rows: readonly ClaimedRow[], crew: Crew<Body>): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const outcome = await workOne(row, crew);
    crew.onOutcome(outcome);
    const follow = followerOf(outcome);
    if (follow === undefined) continue;
    for (const follower of rows.slice(at + 1)) crew.onOutcome(follow(follower));
    return;
  }
}

/** Messages in the order they were claimed, those of one key together. */
export function toRuns(rows: readonly ClaimedRow[]): readonly (readonly ClaimedRow[])[] {
  const runs = new Map<string | ClaimedRow, ClaimedRow[]>();
  for (const row of rows) {
    const run = runs.get(row.key ?? row);
    if (run === undefined) runs.set(row.key ?? row, [row]);
    else run.push(row);
  }
  return [...runs.values()];
}

/** What becomes of those behind a message; undefined if they may go on. */
function followerOf(outcome: Outcome): ((row: ClaimedRow) => Outcome) | undefined {
  switch (outcome.kind) {
    case "retry":
      return (row) => ({ kind: "blocked", row, head: outcome.row, delayMs: outcome.delayMs });
    case "untried":
      return (row) => ({ kind: "untried", row });
    case "lost":
      return (row) => ({ kind: "lost", row });
    default:
      return undefined;
  }
}

async function workOne<Body>(row: ClaimedRow, crew: Crew<Body>): Promise<Outcome> {
  const { policy, decode } = crew;
  if (!crew.isHeld(row)) return { kind: "lost", row };
  if (crew.isStopping()) return { kind: "untried", row };
  const { deliveriesMax } = policy;
  const { failingForMs } = row;
  if (row.deliveries > deliveriesMax) {
    const error = new DeliveriesSpentError(row.deliveries, deliveriesMax);
    return decideFailure(row, { error, hopeless: "max_deliveries", failingForMs }, policy);
  }
  const read = tryRead(row, decode);
  if ("error" in read) {
    const { error } = read;
    return decideFailure(row, { error, hopeless: "corrupt", failingForMs }, policy);
  }
  const startedAtMs = crew.nowMs();
  const verdict = await crew.offer(read.message, read.body);
  const spentMs = row.attempts === 0 ? 0 : crew.nowMs() - startedAtMs;
  return outcomeOf(
    verdict,
    { row, message: read.message, failingForMs: failingForMs + spentMs },
    policy,
  );
}

function outcomeOf(
  verdict: Verdict,
  done: { readonly row: ClaimedRow; readonly message: Message; readonly failingForMs: number },
  policy: FailurePolicy,
): Outcome {
  const { row, message, failingForMs } = done;
  switch (verdict.kind) {
    case "delivered":
      return { kind: "delivered", row, message };
    case "abandoned":
      return { kind: "untried", row };
    case "rejected": {
      const { error } = verdict;
      return decideFailure(row, { error, hopeless: "rejected", failingForMs }, policy);
    }
    case "failed":
      return decideFailure(row, { error: verdict.error, failingForMs }, policy);
  }
}

/** Row by row: one that cannot be read becomes a dead letter, and its neighbours never hear of it. */
function tryRead<Body>(
  row: ClaimedRow,
  decode: DecodeBody<Body>,
): { readonly message: Message; readonly body: Body } | { readonly error: unknown } {
  try {
    const message = readClaimed(row);
    return { message, body: decode(message) };
  } catch (error) {
    return { error };
  }
}
