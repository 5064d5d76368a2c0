import type { Envelope } from "@sagascope/core";
import { createMemoryEngine } from "@sagascope/core/memory";
import type { Sql } from "@sagascope/core/postgres";
import { type HostileRequest, hostileRequest } from "@sagascope/core/testing";
import { ingestEvents } from "../ingest/ingest-events.ts";
import { HOSTILE_NAMES, hostileProject } from "./hostile-project.ts";

/** The hundred thousand that the tests of ingest, dispatcher and console share. */
export const HOSTILE_COUNT = 100_000;
const SEED = 20_261_130;
const CHUNK = 500; // a store in memory reads all it holds, so that small ones are quicker

/** A request, and what the console's door said to it. */
export interface HostileAnswer {
  readonly request: HostileRequest;
  readonly taken: readonly Envelope[];
  readonly error?: unknown;
}

/** The hundred thousand, by chunks, as the console's door takes or refuses them. */
export async function* takeHostile(): AsyncGenerator<readonly HostileAnswer[]> {
  for (let from = 0; from < HOSTILE_COUNT; from += CHUNK) {
    const answers: HostileAnswer[] = [];
    for (let index = from; index < from + CHUNK; index += 1) {
      answers.push(await answerTo(hostileRequest(SEED, index, HOSTILE_NAMES)));
    }
    yield answers;
  }
}

async function answerTo(request: HostileRequest): Promise<HostileAnswer> {
  try {
    const sent = requestWith(request, "a-token");
    return { request, taken: await ingestEvents(acceptingStore, "commands", sent) };
  } catch (error) {
    return { request, taken: [], error };
  }
}

/** The request as a client would send it. */
export function requestWith({ headers, body }: HostileRequest, token: string): Request {
  return new Request("http://x/api/events/commands", {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: body as BodyInit,
  });
}

/** In place of the database: knows the token and the topic, and stores whatever reaches it. */
const acceptingStore: Sql = {
  async query<Row extends object>(operation: string): Promise<Row[]> {
    const rows: Readonly<Record<string, object>> = {
      "check api token": { id: "till", name: "till", scopes: ["ingest"], stale: false },
      "find topic": { name: "commands", project: hostileProject.name, kind: "topic" },
      "publish events": { events: 1, deliveries: 1 },
    };
    const row = rows[operation];
    if (row === undefined) throw new Error(`the door asked for more: ${operation}`);
    return [row as Row];
  },
};

/** Hand what was taken to the engine and run it until nothing is left to do: planned by the code that runs in production. */
export async function dispatchHostile(taken: readonly Envelope[]) {
  const engine = createMemoryEngine(hostileProject);
  await engine.publish("commands", ...taken);
  const { ordered } = await engine.runUntilQuiet({ maxRounds: 1_000 });
  const waiting = await engine.inspect.deliveries();
  return { ordered, waiting, letters: await engine.inspect.letters() };
}
