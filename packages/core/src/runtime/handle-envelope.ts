import type { LetterCapture } from "../dead-letters/capture.ts";
import { unreadableLetter } from "../dead-letters/unreadable-letter.ts";
import { decodeForPlan } from "../dispatcher/delivery-work.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ReceivedCounts } from "../engine/intake-store.ts";
import { settleOnly } from "../engine/step-commit.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { Clock } from "../kernel/clock.ts";
import { SagascopeError, StoreUnavailableError } from "../kernel/errors.ts";
import type { Project } from "../projects/define-project.ts";
import { type HandleOutcome, type RunResult, worstOutcome } from "./run-result.ts";

export interface HandleParts {
  readonly project: Project;
  readonly stores: Pick<EngineStores, "intake" | "lanes">;
  readonly capture: LetterCapture;
  readonly clock: Clock;
  /** One round; nothing else may run between what is recorded and it. */
  readonly round: () => Promise<RunResult>;
}

/**
 * Record one envelope as received and do what is due. It takes its place in its lane like any other, so nothing is handled
 * before what came earlier, or behind the back of a worker that holds the lane.
 */
export async function handleEnvelope(
  parts: HandleParts,
  handed: Envelope | string,
  topic?: string,
): Promise<HandleOutcome> {
  const decoded = typeof handed === "string" ? decodeForPlan(handed) : undefined;
  if (decoded?.kind === "corrupt") return giveUp(parts, handed, topic, decoded.error);
  const envelope = decoded?.envelope ?? (handed as Envelope);
  const event = { topic: topic ?? topicFor(parts.project, envelope.type), envelope };
  const text = typeof handed === "string" ? { text: handed } : {};
  let recorded: ReceivedCounts;
  try {
    recorded = await parts.stores.intake.receive([{ ...event, ...text }]);
  } catch (error) {
    if (isAboutStore(error)) throw error;
    return giveUp(parts, handed, event.topic, error);
  }
  const result = await runAfterRecording(parts);
  if (recorded.deliveries === 0) return "ignored";
  return (result && worstOutcome(result, envelope.id)) ?? "waiting";
}

/** The topic on which a route takes the type; else the project's first. */
export function topicFor({ routes, topics }: Project, type: string): string {
  return routes.find((route) => route.type === type)?.topic ?? topics[0]?.name ?? "";
}

/** @returns undefined if the stores went away meanwhile: what is recorded is handled once they are back */
async function runAfterRecording({ round }: HandleParts): Promise<RunResult | undefined> {
  try {
    return await round();
  } catch (error) {
    if (error instanceof StoreUnavailableError) return undefined;
    throw error;
  }
}

async function giveUp(
  { project, stores, capture, clock }: HandleParts,
  handed: Envelope | string,
  topic: string | undefined,
  error: unknown,
): Promise<HandleOutcome> {
  const letter = unreadableLetter(
    {
      ...{ project: project.name, source: "handle", at: clock.now(), error },
      topic: topic ?? topicFor(project, ""),
      bytes: typeof handed === "string" ? Buffer.byteLength(handed) : 0,
    },
    capture,
  );
  const lane = { machineId: letter.consumer, subject: letter.subject };
  await stores.lanes.commit([settleOnly(lane, [], { deadLetters: [letter] })]);
  return "dead_lettered:corrupt";
}

function isAboutStore(error: unknown): boolean {
  return error instanceof SagascopeError && error.fault === "infrastructure";
}
