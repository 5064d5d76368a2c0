/** What a piece of JSON text is, which decides its colour. `mask` stands for a value that was taken out before it came here. */
export type JsonTokenKind = "key" | "string" | "literal" | "mark" | "mask";

/** A piece of one line. */
export interface JsonToken {
  readonly kind: JsonTokenKind;
  readonly text: string;
}

/** One line of JSON, with its depth. */
export interface JsonLine {
  readonly depth: number;
  readonly tokens: readonly JsonToken[];
}

/** What redaction leaves in place of a value. */
export const MASK = "***";

/** Deeper than this nobody reads; the engine refuses such envelopes, and this view must not overflow on one. */
const DEPTH_MAX = 64;

interface Layout {
  readonly widthMax: number;
}

/**
 * JSON as coloured lines: two spaces a level, objects and arrays that fit into `widthMax` characters on one line.
 * Redacted values become `mask` tokens.
 */
export function jsonLines(value: unknown, widthMax = 56): readonly JsonLine[] {
  return linesOf(value, 0, [], [], { widthMax });
}

/** How many values were redacted. */
export function countMasks(value: unknown): number {
  if (value === MASK) return 1;
  return childrenOf(value).reduce((sum, [, child]) => sum + countMasks(child), 0);
}

function linesOf(
  value: unknown,
  depth: number,
  before: readonly JsonToken[],
  after: readonly JsonToken[],
  layout: Layout,
): readonly JsonLine[] {
  const flat = inline(value, depth);
  const room = layout.widthMax - depth * 2 - width(before) - width(after);
  if (depth > 0 && width(flat) <= room) return [{ depth, tokens: [...before, ...flat, ...after] }];
  const children = childrenOf(value);
  if (children.length === 0) return [{ depth, tokens: [...before, ...flat, ...after] }];
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return [
    { depth, tokens: [...before, mark(open)] },
    ...children.flatMap(([key, child], index) =>
      linesOf(
        child,
        depth + 1,
        key === undefined ? [] : keyTokens(key),
        index < children.length - 1 ? [mark(",")] : [],
        layout,
      ),
    ),
    { depth, tokens: [mark(close), ...after] },
  ];
}

/** A value on one line. */
export function inline(value: unknown, depth = 0): readonly JsonToken[] {
  if (value === MASK) return [{ kind: "mask", text: "redacted" }];
  if (typeof value === "string") return [{ kind: "string", text: JSON.stringify(value) }];
  if (typeof value !== "object" || value === null) {
    return [{ kind: "literal", text: String(value) }];
  }
  const children = childrenOf(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (children.length === 0) return [mark(`${open}${close}`)];
  if (depth > DEPTH_MAX) return [mark(`${open} … ${close}`)];
  const inside = children.flatMap(([key, child], index) => [
    ...(index > 0 ? [mark(", ")] : []),
    ...(key === undefined ? [] : keyTokens(key)),
    ...inline(child, depth + 1),
  ]);
  return Array.isArray(value)
    ? [mark(open), ...inside, mark(close)]
    : [mark(`${open} `), ...inside, mark(` ${close}`)];
}

function childrenOf(value: unknown): readonly (readonly [string | undefined, unknown])[] {
  if (Array.isArray(value)) return value.map((child) => [undefined, child] as const);
  if (typeof value === "object" && value !== null) return Object.entries(value);
  return [];
}

function keyTokens(key: string): readonly JsonToken[] {
  return [{ kind: "key", text: JSON.stringify(key) }, mark(": ")];
}

function mark(text: string): JsonToken {
  return { kind: "mark", text };
}

function width(tokens: readonly JsonToken[]): number {
  return tokens.reduce((sum, token) => sum + token.text.length, 0);
}
