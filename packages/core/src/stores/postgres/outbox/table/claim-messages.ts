import { randomUUID } from "node:crypto";
import type { ClaimedRow, ClaimRequest } from "../../../../outbox/outbox-storage.ts";
import type { TransactionalSql } from "../../sql.ts";
import type { Statement } from "../../statement.ts";
import { claimDue } from "./claim-due.ts";
import { claimInOrder } from "./claim-in-order.ts";
import { FIND_BY_INDEX } from "./find-by-index.ts";
import type { OutboxTable } from "./outbox-table.ts";
import { runTogether } from "./run-together.ts";

/** The first look is at this many times what is to be claimed; the next at more, if much of it was held back. */
const FIRST_LOOK = 2;
const WIDER = 8;
/** Longest piece of a table that one statement looks at. */
const LOOK_AHEAD_MAX = 4_000;
/** Statements of one claim that found something; the next claim goes on where it stopped. */
const LOOKS_MAX = 3;
/** Statements of one claim that found nothing: there is nothing better to do than to look on. */
const LOOKS_IN_VAIN_MAX = 10;

/** Keys whose first messages one statement looks at: about as many pages as the longest piece. */
const KEYS_MAX = 1_000;

interface Answer {
  readonly rows: readonly RowJson[];
  readonly looked: number;
  readonly lookedTo: string | null;
}

interface Looked extends Omit<Answer, "rows"> {
  readonly rows: readonly ClaimedRow[];
}

type RowJson = Omit<ClaimedRow, "payload" | "createdAt" | "token"> & {
  readonly payload: string;
  readonly createdAtMs: number;
};

/** Claims of one process over one table. */
export function createClaims(
  sql: TransactionalSql,
  table: OutboxTable,
  newToken: () => string = randomUUID,
): (request: ClaimRequest) => Promise<readonly ClaimedRow[]> {
  const inOrder = claimInOrder(table);
  const due = claimDue(table);
  /** Where claims that found much held back go on looking, by what they look for. */
  const places = new Map<string, string>();

  /** Where claims of heads go on. */
  const keyPlaces = new Map<string, string>();

  const look = async (
    request: ClaimRequest,
    token: string,
    statement: Statement,
  ): Promise<Looked> => {
    const first = request.order === "strict" ? inOrder.lock : FIND_BY_INDEX;
    const answer = parse((await runTogether(sql, "claim messages", [first, statement]))[0]);
    return { ...answer, rows: toRows(answer, token) };
  };

  /**
   * Where the first piece holds nothing but what few keys hold back, others may be far behind it: by the index of keys they are one step
   * each. One fewer than asked for, so that looking goes on: a message without a key is in no such index.
   */
  const claimHeads = async (request: ClaimRequest, token: string, purpose: string) => {
    const afterKey = keyPlaces.get(purpose);
    const view = { afterKey, keysMax: KEYS_MAX, limit: request.limit - 1 };
    const statement = inOrder.heads(request, token, view);
    const { rows, looked, lookedTo } = await look(request, token, statement);
    if (looked < KEYS_MAX || lookedTo === null) keyPlaces.delete(purpose);
    else keyPlaces.set(purpose, lookedTo);
    return rows;
  };

  const claimFromTopics = async (request: ClaimRequest, topics: readonly string[]) => {
    const token = newToken();
    const statements = [FIND_BY_INDEX, due(request, topics, token)];
    const [text] = await runTogether(sql, "claim messages", statements);
    return toRows(parse(text), token);
  };

  return async (request) => {
    const { topics, order, limit, reclaimsOwn = false } = request;
    if (topics?.length === 0) return [];
    if (topics !== undefined && order === "loose" && !reclaimsOwn) {
      return claimFromTopics(request, topics);
    }
    const token = newToken();
    const purpose = JSON.stringify([order, topics]);
    const claimed: ClaimedRow[] = [];
    let after = table.lowestId;
    let lookAhead = Math.min(limit * FIRST_LOOK, LOOK_AHEAD_MAX);
    const looksMax = () => (claimed.length === 0 ? LOOKS_IN_VAIN_MAX : LOOKS_MAX);
    for (let looks = 0; looks < looksMax() && claimed.length < limit; looks += 1) {
      const view = { after, lookAhead, limit: limit - claimed.length };
      const claim = inOrder.statement(request, token, view);
      const answer = await look(request, token, claim);
      claimed.push(...answer.rows);
      if (answer.looked < lookAhead || answer.lookedTo === null) {
        places.delete(purpose); // the end: begin again
        break;
      }
      if (claimed.length >= limit) break;
      if (looks === 0 && claimed.length === 0 && mayHop(request)) {
        claimed.push(...(await claimHeads(request, token, purpose)));
      }
      after = looks === 0 ? (places.get(purpose) ?? answer.lookedTo) : answer.lookedTo;
      places.set(purpose, after);
      lookAhead = Math.min(lookAhead * WIDER, LOOK_AHEAD_MAX);
    }
    return claimed;
  };
}

/**
 * Not for some topics, since a key's first message of those may be behind any number of others; nor where what is leased is claimed again,
 * since the looks that follow would find it once more.
 */
function mayHop({ order, topics, reclaimsOwn = false, limit }: ClaimRequest): boolean {
  return order === "strict" && topics === undefined && !reclaimsOwn && limit > 1;
}

function parse(text: string | undefined): Answer {
  return JSON.parse(text ?? '{"rows":[],"looked":0,"lookedTo":null}') as Answer;
}

function toRows({ rows }: Answer, token: string): readonly ClaimedRow[] {
  return rows.map(({ payload, createdAtMs, ...row }) => ({
    ...row,
    token,
    payload: Buffer.from(payload, "base64"),
    createdAt: new Date(createdAtMs),
  }));
}
