import { offerToRelay } from "../dispatcher/relay-runner.ts";
import type { LaneStore } from "../engine/engine-store.ts";
import type { LetterRecord } from "../engine/records.ts";
import type { FeedStores } from "../feeds/feed-stores.ts";
import { createSinkInUse } from "../feeds/sink-in-use.ts";
import type { Timers } from "../kernel/clock.ts";
import { unseal } from "../kernel/seal/seal.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { FarSide, FarSides } from "../operations/far-side.ts";
import type { Project } from "../projects/define-project.ts";
import { feedSettingsOf } from "../projects/feed-settings.ts";

/** What far sides are reached with. */
export interface FarSideParts {
  readonly project: Project;
  readonly lanes: Pick<LaneStore, "findEnvelope">;
  readonly feeds: FeedStores | undefined;
  readonly keys: SealKeyRing | undefined;
  readonly timers: Timers;
}

/** {@link FarSides} of a project, by its own functions and sinks: what runs in production is what a replay runs. */
export function createFarSides(parts: FarSideParts): FarSides {
  return {
    find: (letter) =>
      letter.source === "relay" ? findRelay(parts, letter) : findFeed(parts, letter),
  };
}

async function findRelay(parts: FarSideParts, letter: LetterRecord): Promise<FarSide> {
  const relay = parts.project.relays?.find(({ name }) => name === letter.consumer);
  if (relay === undefined) return none(`relay '${letter.consumer}' is not declared any more`);
  const text = await originalOf(parts, letter);
  if (text === undefined) return none("the original was not kept, neither sealed nor as an event");
  const { topic = relay.topic, subject } = letter;
  return {
    ...{ kind: "found", name: `relay '${relay.name}'`, text },
    async hand() {
      const outcome = await offerToRelay(relay, { topic, envelope: text, subject, attempts: 0 });
      if (outcome.kind === "failed") throw outcome.error;
    },
  };
}

async function findFeed(parts: FarSideParts, letter: LetterRecord): Promise<FarSide> {
  const { project, feeds, timers } = parts;
  const index = project.feeds?.findIndex(({ name }) => name === letter.consumer) ?? -1;
  const feed = project.feeds?.[index];
  if (feed === undefined) return none(`feed '${letter.consumer}' is not declared any more`);
  const found = await feeds?.source?.findRecord(feed.topic, {
    id: letter.envelopeId ?? "",
    source: sourceOf(letter),
  });
  if (found === undefined)
    return none("the event, or its place in the topic, is gone from the store");
  const { record, shard } = found;
  const { partitions, timeoutMs } = feedSettingsOf(feed, `feeds[${index}]`);
  const place = { feed: feed.name, topic: feed.topic, partition: shard % partitions, partitions };
  const context = { project: project.name, ...place };
  return {
    ...{ kind: "found", name: `feed '${feed.name}'`, text: record.envelope },
    async hand() {
      const sink = createSinkInUse({ sink: feed.sink, context, timeoutMs, timers });
      try {
        await sink.deliver(found.lineage, [record]);
      } finally {
        await sink.close();
      }
    },
  };
}

/** Undefined where it was masked, too: as part of an address it may have held a secret. */
function sourceOf({ redactedEnvelope, redactedPaths }: LetterRecord): string | undefined {
  if (redactedPaths.includes("/source")) return undefined;
  const { source } = (redactedEnvelope ?? {}) as { readonly source?: unknown };
  return typeof source === "string" ? source : undefined;
}

/** The sealed bytes, or those of the event, which is kept as long as its letter is open. */
async function originalOf(
  { lanes, keys }: FarSideParts,
  letter: LetterRecord,
): Promise<string | undefined> {
  if (letter.sealed !== undefined && keys !== undefined) {
    try {
      return unseal(keys, letter.sealed, letter.id).toString("utf8");
    } catch {
      // sealed under a key that is gone: the event may still be there
    }
  }
  return letter.envelopeId === undefined ? undefined : await lanes.findEnvelope(letter.envelopeId);
}

function none(why: string): FarSide {
  return { kind: "none", why };
}
