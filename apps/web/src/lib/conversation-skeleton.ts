/**
 * An envelope of a conversation, as far as its place in the drawing needs it. Its data, and what became of it, are asked for by themselves.
 */
export interface SkeletonEnvelope {
  /** Where it was recorded; unlike the id, which its sender may repeat, this is never given twice. */
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly topic: string;
  readonly machineId: string | null;
  readonly machineVersion: string | null;
  /** The observed service that sent it, by the name its project gives it. */
  readonly service: string | null;
  readonly causationId: string | null;
  /** When it was recorded, in milliseconds since 1970. */
  readonly atMs: number;
}

type Kind = Omit<SkeletonEnvelope, "seq" | "id" | "causationId" | "atMs">;

/**
 * A page of a conversation, column by column: what many envelopes share is said once, and a cause on the same page is a number. An
 * envelope so takes about 55 bytes as JSON instead of 400.
 */
export interface SkeletonPage {
  readonly ids: readonly string[];
  readonly kinds: readonly Kind[];
  /** Index into `kinds`, for each envelope. */
  readonly kindOf: readonly number[];
  /** Index into `ids`, the id itself if it is not on this page, or null for one that has no cause. */
  readonly causes: readonly (number | string | null)[];
  /** As text, since it may be larger than a number can hold, and each next one as its distance. */
  readonly firstSeq: string;
  readonly seqSteps: readonly number[];
  readonly firstAtMs: number;
  /** Milliseconds after the first; clocks may go back. */
  readonly atMs: readonly number[];
  /** More are recorded after the last of these. */
  readonly more: boolean;
}

/** Say a page of envelopes in columns. @param rows - ordered by `seq` */
export function encodeSkeleton(rows: readonly SkeletonEnvelope[], more: boolean): SkeletonPage {
  const indexOf = new Map<string, number>();
  for (const [at, { id }] of rows.entries()) if (!indexOf.has(id)) indexOf.set(id, at);
  const kinds: Kind[] = [];
  const indexOfKind = new Map<string, number>();
  const kindOf = rows.map(({ seq: _s, id: _i, causationId: _c, atMs: _a, ...kind }) => {
    const key = JSON.stringify(kind);
    const known = indexOfKind.get(key) ?? kinds.push(kind) - 1;
    indexOfKind.set(key, known);
    return known;
  });
  const first = rows[0];
  return {
    ids: rows.map(({ id }) => id),
    kinds,
    kindOf,
    causes: rows.map(({ causationId }) =>
      causationId === null ? null : (indexOf.get(causationId) ?? causationId),
    ),
    firstSeq: first?.seq ?? "0",
    seqSteps: rows.map(({ seq }, at) => Number(BigInt(seq) - BigInt(rows[at - 1]?.seq ?? seq))),
    firstAtMs: first?.atMs ?? 0,
    atMs: rows.map(({ atMs }) => atMs - (first?.atMs ?? 0)),
    more,
  };
}

/** The envelopes of a page, as they were. */
export function decodeSkeleton(page: SkeletonPage): SkeletonEnvelope[] {
  const { ids, kinds, kindOf, causes, seqSteps, firstAtMs, atMs } = page;
  let seq = BigInt(page.firstSeq);
  return ids.map((id, at) => {
    seq += BigInt(seqSteps[at] ?? 0);
    const cause = causes[at] ?? null;
    const kind = kinds[kindOf[at] ?? 0] as Kind;
    return {
      ...kind,
      id,
      seq: String(seq),
      causationId: typeof cause === "number" ? (ids[cause] ?? null) : cause,
      atMs: firstAtMs + (atMs[at] ?? 0),
    };
  });
}

/** The position of a page's last envelope, to read on after; `0` of an empty one. */
export function lastSeqOf({ firstSeq, seqSteps }: SkeletonPage): string {
  return String(seqSteps.reduce((seq, step) => seq + BigInt(step), BigInt(firstSeq)));
}
