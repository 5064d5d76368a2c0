import type { PrismaClient } from "@sagascope/database";
import { getSessionCookie } from "better-auth/cookies";
import { decodeSegment } from "@/lib/paths.ts";
import type { Actor } from "../access/actor.ts";

/** Who sends the session cookies that this process has seen lately. */
export interface KnownActors {
  /** The person behind these headers; `find` is asked for a cookie that is not known. */
  of(headers: Headers, find: () => Promise<Actor | undefined>): Promise<Actor | undefined>;
  /** Ask anew about everyone: somebody signed out. */
  forget(): void;
}

const FRESH_MS = 1_000; // a session that was ended, or a role that was changed, counts for no longer
const LIFETIME_MS = 900_000; // then `find` is asked again, which also prolongs a session
const UNUSED_MS = 60_000; // a page that is open asks more often
const KNOWN_MAX = 2_000;

/** How a session and its account stand, as text to compare. */
interface Mark {
  readonly sessionId: string;
  readonly mark: string;
}

interface Known {
  readonly actor: Actor;
  readonly token: string;
  /** How session and account stood when the person was found. */
  readonly mark: string;
  readonly foundAtMs: number;
  usedAtMs: number;
}

/**
 * Remembers who is behind a session cookie. That all of them still stand as they did is asked once a second in one
 * statement, however many there are: so the load of many open pages is that of one.
 */
export function createKnownActors(
  prisma: Pick<PrismaClient, "$queryRaw">,
  nowMs: () => number = () => performance.now(),
): KnownActors {
  const known = new Map<string, Known>();
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  /** How sessions, their accounts and the roles of these stand now, by the session's token. */
  async function marksOf(tokens: readonly string[]): Promise<ReadonlyMap<string, Mark>> {
    const rows = await prisma.$queryRaw<(Mark & { token: string })[]>`
      SELECT s.token, s.id AS "sessionId", json_build_array(
        u.name, u.email, u.role, u.banned, u.two_factor_enabled, u.updated_at, r.permissions, r.machines)::text AS mark
      FROM sagascope.session s
      JOIN sagascope."user" u ON u.id = s.user_id
      LEFT JOIN sagascope.role r ON r.name = u.role
      WHERE s.token = ANY (${[...tokens]}::text[]) AND s.expires_at > clock_timestamp()`;
    return new Map(rows.map(({ token, ...mark }) => [token, mark]));
  }

  async function check(): Promise<void> {
    const now = nowMs();
    for (const [cookie, { usedAtMs, foundAtMs }] of known) {
      if (now - usedAtMs > UNUSED_MS || now - foundAtMs > LIFETIME_MS) known.delete(cookie);
    }
    const asked = [...known];
    const marks =
      asked.length === 0
        ? new Map<string, Mark>()
        : await marksOf(asked.map(([, { token }]) => token));
    for (const [cookie, entry] of asked) {
      if (marks.get(entry.token)?.mark !== entry.mark && known.get(cookie) === entry)
        known.delete(cookie);
    }
    checkedAtMs = now;
  }

  async function isFresh(): Promise<void> {
    if (nowMs() - checkedAtMs < FRESH_MS) return;
    checking ??= check().finally(() => {
      checking = undefined;
    });
    await checking;
  }

  return {
    async of(headers, find) {
      const cookie = getSessionCookie(headers);
      if (cookie === null || isAmbiguous(headers)) return find();
      await isFresh();
      const entry = known.get(cookie);
      if (entry) {
        entry.usedAtMs = nowMs();
        return entry.actor;
      }
      const token = tokenOf(cookie);
      const found = (await marksOf([token])).get(token); // before the person: what changes meanwhile is seen
      const actor = await find();
      if (actor === undefined || found === undefined) return actor;
      if (actor.sessionId !== found.sessionId) return actor; // `find` went by another cookie
      const { mark } = found;
      if (known.size >= KNOWN_MAX) known.clear();
      const foundAtMs = nowMs();
      known.set(cookie, { actor, token, mark, foundAtMs, usedAtMs: foundAtMs });
      return actor;
    },
    forget: () => known.clear(),
  };
}

const SESSION_COOKIES = /(?:^|;)\s*(?:__Secure-)?better-auth[.-]session_token\s*=/g;

/**
 * Whether a request shows several session cookies. A page of a sister domain can put one beside ours, and who reads cookies does
 * not agree on which of them counts: nobody may be remembered by a cookie that somebody else put there.
 */
function isAmbiguous(headers: Headers): boolean {
  return (headers.get("cookie") ?? "").match(SESSION_COOKIES)?.length !== 1;
}

/** A session cookie is `<token>.<signature>`; whether the signature is good is for `find` to say. */
function tokenOf(cookie: string): string {
  const text = decodeSegment(cookie);
  return text.slice(0, text.lastIndexOf("."));
}
