const USUAL_MS = 250;

/**
 * Reads that are begun less often than others, in milliseconds: the pace at which the pages that show them read again.
 * A page whose pace is another than the usual one stands here too.
 */
const PACE_MS: Readonly<Record<string, number>> = {
  "asyncapi.changes": 2_000,
  "asyncapi.get": 2_000,
  "asyncapi.list": 2_000,
  "asyncapi.traffic": 2_000,
  "audit.facets": 500,
  "audit.list": 500,
  "audit.verification": 5_000,
  "choreography.get": 2_000,
  "conversations.get": 500,
  "conversations.list": 1_000,
  "deadLetters.causes": 500,
  "deadLetters.facets": 500,
  "deadLetters.list": 500,
  "instances.facets": 2_000,
  "instances.list": 500,
  "overview.get": 1_000,
  "pipes.get": 1_000,
  "shell.counts": 1_000,
};

/** How often one question to this procedure is read at most, however many ask it. */
export function readEveryMs(path: string): number {
  return PACE_MS[path] ?? USUAL_MS;
}
