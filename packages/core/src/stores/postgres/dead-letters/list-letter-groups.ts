import type { Sql } from "../sql.ts";
import {
  type LetterSearch,
  letterCondition,
  letterSums,
  matchingLetters,
  searchValues,
  tallies,
} from "./letter-condition.ts";

const TREND_HOURS = 24;
const NAMES_MAX = 5;
/** Exact times are read of so many causes, those with the newest captures. */
const CANDIDATES_MAX = 500;

/** Letters of one cause, as a search finds them. */
export interface LetterGroup {
  readonly fingerprint: string;
  readonly title: string;
  readonly reason: string;
  readonly letters: number;
  /** Of these, those that nobody has dealt with. */
  readonly open: number;
  /** Of these, those that were given up more than once. */
  readonly cameBack: number;
  /** Captured from states of charts, so that there is nothing to replay. */
  readonly fromState: boolean;
  /** The machines, relays and feeds that gave up; the first few by name. */
  readonly consumers: readonly string[];
  readonly eventTypes: readonly string[];
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Letters captured in each of the last 24 hours by the clock, UTC, the running hour last. */
  readonly trend: readonly number[];
  readonly assignee: string | null;
  readonly notes: number;
  readonly lastNote: { readonly author: string; readonly note: string } | null;
}

/** When, and what it was called then. From an index for each cause, so that their sizes do not matter. */
const SPANS = (search: LetterSearch) => `
  SELECT c.fingerprint, latest.cause_title AS title, latest.last_seen_at AS "lastAt", first.captured_at AS "firstAt"
  FROM counted c
  CROSS JOIN LATERAL (
    SELECT cause_title, last_seen_at FROM sagascope.dead_letter
    WHERE fingerprint = c.fingerprint AND ${letterCondition(search)} ORDER BY last_seen_at DESC LIMIT 1) latest
  CROSS JOIN LATERAL (
    SELECT captured_at FROM sagascope.dead_letter
    WHERE fingerprint = c.fingerprint AND ${letterCondition(search)} ORDER BY captured_at LIMIT 1) first`;

const SPANS_OF_MATCHING = (search: LetterSearch) => `
  SELECT fingerprint, (array_agg(cause_title ORDER BY last_seen_at DESC))[1] AS title, max(last_seen_at) AS "lastAt",
         min(captured_at) AS "firstAt"
  FROM (${matchingLetters(search)}) matching GROUP BY fingerprint`;

const LIST_GROUPS = (search: LetterSearch) => `
  WITH sums AS MATERIALIZED (${letterSums(search)}
  ), counted AS MATERIALIZED (
    SELECT fingerprint, sum(letters)::int AS letters, coalesce(sum(letters) FILTER (WHERE state = 'open'), 0)::int AS open,
           sum(came_back)::int AS "cameBack", bool_and(source = 'state') AS "fromState", min(reason) AS reason,
           (array_agg(DISTINCT consumer))[1:${NAMES_MAX}] AS consumers,
           (array_agg(DISTINCT event_type))[1:${NAMES_MAX}] AS "eventTypes"
    FROM sums GROUP BY fingerprint ORDER BY max(last_hour) DESC, fingerprint LIMIT ${CANDIDATES_MAX}
  )
  SELECT c.*, s.title, s."firstAt", s."lastAt", g.assignee, n.notes, n."lastNote"
  FROM counted c JOIN (${search.subject ? SPANS_OF_MATCHING(search) : SPANS(search)}) s USING (fingerprint)
  LEFT JOIN sagascope.letter_group g USING (fingerprint)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS notes, (array_agg(json_build_object('author', author, 'note', note) ORDER BY at DESC))[1] AS "lastNote"
    FROM sagascope.letter_note WHERE fingerprint = c.fingerprint) n
  ORDER BY s."lastAt" DESC, fingerprint LIMIT $7`;

const LIST_HOURS = (search: LetterSearch) => `
  SELECT fingerprint, sum(letters)::int AS letters,
         (extract(epoch FROM date_trunc('hour', clock_timestamp(), 'UTC') - hour) / 3600)::int AS "hoursAgo"
  FROM (${search.subject ? `SELECT *, date_trunc('hour', captured_at, 'UTC') AS hour, 1 AS letters FROM (${matchingLetters(search)}) m` : tallies(search)}) tally
  WHERE hour > clock_timestamp() - interval '${TREND_HOURS} hours' AND fingerprint = ANY ($7::text[])
  GROUP BY fingerprint, hour`;

interface HourRow {
  readonly fingerprint: string;
  /** 0 is the running hour. */
  readonly hoursAgo: number;
  readonly letters: number;
}

/** Group letters by cause, the one that was seen last first. */
export async function listLetterGroups(
  sql: Sql,
  search: LetterSearch,
  limit: number,
): Promise<readonly LetterGroup[]> {
  const values = searchValues(search);
  const groups = await sql.query<Omit<LetterGroup, "trend">>(
    "list letter groups",
    LIST_GROUPS(search),
    [...values, limit],
  );
  if (groups.length === 0) return [];
  const fingerprints = groups.map(({ fingerprint }) => fingerprint);
  const hours = await sql.query<HourRow>("list hours of groups", LIST_HOURS(search), [
    ...values,
    fingerprints,
  ]);
  return groups.map((group) => ({
    ...group,
    trend: trendOf(hours.filter(({ fingerprint }) => fingerprint === group.fingerprint)),
  }));
}

function trendOf(hours: readonly HourRow[]): readonly number[] {
  return Array.from({ length: TREND_HOURS }, (_zero, at) => {
    const ago = TREND_HOURS - 1 - at;
    return hours.find(({ hoursAgo }) => hoursAgo === ago)?.letters ?? 0;
  });
}
