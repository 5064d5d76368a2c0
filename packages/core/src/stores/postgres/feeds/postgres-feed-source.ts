import { UnknownTopicError } from "../../../feeds/errors.ts";
import type { FeedSource, StreamState } from "../../../feeds/feed-stores.ts";
import type { SqlPool } from "../sql.ts";
import { findRecord } from "./find-record.ts";
import { findStream } from "./find-stream.ts";
import { lockTopic } from "./lock-topic.ts";
import { numberEvents } from "./number-events.ts";
import { openStream } from "./open-stream.ts";
import { readPage } from "./read-page.ts";

export interface PostgresFeedSourceOptions {
  /** Longest wait for a transaction that may still publish an earlier event; default 1,000. */
  readonly patienceMs?: number;
}

/** {@link FeedSource} over Postgres. */
export function postgresFeedSource(
  pool: SqlPool,
  { patienceMs }: PostgresFeedSourceOptions = {},
): FeedSource {
  return {
    advance: (topic) =>
      pool.transaction("number events", async (sql): Promise<StreamState> => {
        await lockTopic(sql, topic);
        const stream = await findStream(sql, topic);
        if (stream === undefined) throw new UnknownTopicError(topic);
        const { lineage } = stream;
        const state = stream.state === "open" ? "open" : await openStream(sql, stream);
        if (state !== "open") return { state, lineage, isHeldBack: false };
        return { state, lineage, isHeldBack: await numberEvents(sql, stream.id, patienceMs) };
      }),

    readPage: (request) => readPage(pool, request),
    findRecord: (topic, envelope) => findRecord(pool, topic, envelope),
  };
}
