import type { Passage } from "../../../asyncapi/document-record.ts";
import type { TrafficSample } from "../../../asyncapi/with-traffic.ts";
import type { Sql } from "../sql.ts";

/** The table has no index on types, so only the newest envelopes are looked at: about 50 ms of reading. */
const SCANNED_MAX = 20_000;
const EACH_MAX = 20;
const BYTES_MAX = 65_536;

/** $1 topics, $2 types, $3 scanned, $4 of each, $5 longest text */
const SAMPLE = `
  SELECT topic, type, envelope FROM (
    SELECT topic, type, envelope, row_number() OVER (PARTITION BY topic, type ORDER BY seq DESC) AS place
    FROM (SELECT seq, topic, type, envelope FROM sagascope.event ORDER BY seq DESC LIMIT $3) newest
    JOIN (SELECT DISTINCT topic, type FROM unnest($1::text[], $2::text[]) AS w (topic, type)) wanted USING (topic, type)
  ) placed WHERE place <= $4 AND length(envelope::text) <= $5
  ORDER BY topic, type, place`;

/** The newest real envelopes of some messages, unmasked: for `withTraffic`, which shows no value of them. */
export function sampleEnvelopes(sql: Sql, passages: readonly Passage[]): Promise<TrafficSample[]> {
  return sql.query("sample envelopes", SAMPLE, [
    passages.map(({ topic }) => topic),
    passages.map(({ type }) => type),
    SCANNED_MAX,
    EACH_MAX,
    BYTES_MAX,
  ]);
}
