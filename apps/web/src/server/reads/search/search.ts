import type { PrismaClient } from "@sagascope/database";
import { findConversations } from "./find-conversations.ts";
import { findEnvelopes } from "./find-envelopes.ts";
import { findInstances } from "./find-instances.ts";
import { findLetters } from "./find-letters.ts";
import { findMachines } from "./find-machines.ts";
import { findTypes } from "./find-types.ts";
import { parseQuery, type SearchKind } from "./parse-query.ts";
import { findSubjectPatterns } from "./subject-patterns.ts";

/** One thing that was found. */
export interface SearchHit {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** Where it stands in the console. */
  readonly href: string;
  /** Exactly what was typed, or what was meant by it. */
  readonly exact: boolean;
  readonly at: Date | undefined;
  /** An instance's phase, which decides its glyph. */
  readonly phase?: string;
}

/** Hits of one kind, the best first. */
export interface SearchGroup {
  readonly kind: SearchKind;
  readonly hits: readonly SearchHit[];
  /** There are more than these. */
  readonly more: boolean;
}

/** What a search gives: the business key first. */
export interface SearchAnswer {
  readonly groups: readonly SearchGroup[];
}

/** How many hits of one kind are given. */
const HITS_MAX = 8;

/** Search everything for what was typed. Each kind is found by an index; none is scanned. */
export async function search(prisma: PrismaClient, typed: string): Promise<SearchAnswer> {
  const { text, only } = parseQuery(typed);
  if (text === "") return { groups: [] };
  const patterns = await findSubjectPatterns(prisma, text);
  const limit = HITS_MAX + 1;
  const searches: Record<SearchKind, () => Promise<SearchHit[]>> = {
    instance: () => findInstances(prisma, patterns, limit),
    conversation: () => findConversations(prisma, text, patterns, limit),
    letter: () => findLetters(prisma, text, patterns, limit),
    envelope: () => findEnvelopes(prisma, text, patterns, limit),
    type: () => findTypes(prisma, text, limit),
    machine: () => findMachines(prisma, text, limit),
  };
  const kinds = Object.keys(searches) as SearchKind[];
  const groups = await Promise.all(
    kinds
      .filter((kind) => only === undefined || kind === only)
      .map(async (kind) => toGroup(kind, await searches[kind]())),
  );
  return { groups: groups.filter(({ hits }) => hits.length > 0) };
}

function toGroup(kind: SearchKind, hits: readonly SearchHit[]): SearchGroup {
  return { kind, hits: hits.slice(0, HITS_MAX), more: hits.length > HITS_MAX };
}
