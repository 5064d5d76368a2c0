import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const STORES = fileURLToPath(new URL("../../stores/postgres/", import.meta.url));
/** Statements are named where they are sent, or where they are put into a batch. */
const NAMED = /\.query(?:<[^(]*>)?\(\s*"([^"]+)"|\boperation: "([^"]+)"/g;
const IMPORTED = /from "(\.[^"]+)"/g;
/** What a statement that writes nothing is called. */
const READS = /^(find|list|load|look for|measure|read) |^count (deliveries|open letters|workers)$/;

/**
 * The writes that an engine over Postgres can send, by name: those of its stores and of whatever they are made of. Read
 * from the source, so that a new one that no story fails is noticed.
 */
export function writesOfEngineStores(): readonly string[] {
  const names = new Set<string>();
  for (const source of sourcesFrom(resolve(STORES, "postgres-engine-stores.ts"))) {
    for (const [, sent, batched] of source.matchAll(NAMED)) names.add(sent ?? batched ?? "");
  }
  return [...names].filter((name) => !READS.test(name)).sort();
}

function sourcesFrom(entry: string): readonly string[] {
  const sources = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sources.has(file) || !file.startsWith(STORES)) continue;
    const source = readFileSync(file, "utf8");
    sources.set(file, source);
    for (const [, imported = ""] of source.matchAll(IMPORTED)) {
      waiting.push(resolve(dirname(file), imported));
    }
  }
  return [...sources.values()];
}

/** Writes that no story fails, and why that proves nothing less. */
export const NEVER_FAILED: Readonly<Record<string, string>> = {
  "DISCARD PLANS": "when a session forgets its plans depends on time, and nothing is stored by it",
  ROLLBACK:
    "follows a failure; where it fails, too, the connection is thrown away, and the server undoes it",
  "announce changes": "a hint, sent after the commit; who misses it looks by itself",
  "tell other workers": "a hint among workers; who misses it looks by itself",
  "release shards":
    "sent only among several workers, who are killed over it in several-workers.int.test.ts",
  "free shards": "sent only over a worker that is gone: see killed-worker.int.test.ts",
  "free service calls": "sent only over a worker that is gone: see killed-worker.int.test.ts",
  "mark a service call alone":
    "sent only over a call that workers died of: see poison.int.test.ts; until it is told, nothing else begins",
  "record late answer":
    "kept beside a call for people to read, sent until the store has it, and moves nothing",
  "count a timer's try": "sent only over a timer that a worker died of: see poison.int.test.ts",
  "reclaim service calls":
    "sent only after the answer to a commit was lost, so that it would be a second failure",
  "release service calls":
    "sent only by a worker that stops with calls under way; their leases would end by themselves",
};
