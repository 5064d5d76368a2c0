import { createHash } from "node:crypto";

/** A value of a statement, and columns of values for `unnest`. */
export type StatementValue = string | number | boolean | Uint8Array | null | readonly Element[];
type Element = string | number | null;

/** One statement with its parameters, not sent yet. */
export interface Statement {
  /** What the caller is doing, for error messages. */
  readonly operation: string;
  /** One statement with `$1`-style parameters. */
  readonly text: string;
  readonly values: readonly StatementValue[];
}

/** What Postgres answers a statement with: rows of columns as text. */
export type TextRow = readonly (string | null)[];

const names = new Map<string, string>();
const NAME_DIGITS = 24;

/** Names a statement by what it says, so that two never share a name. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `sagascope_${createHash("sha256").update(text).digest("hex").slice(0, NAME_DIGITS)}`;
  names.set(text, name);
  return name;
}

/** A value as Postgres reads it in text form. */
export function toWireText(value: StatementValue): string | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "object" ? toArrayLiteral(value) : String(value);
}

/**
 * A column of JSON texts for `json_array_elements`, which gives each one back as it stands. As an array literal every quote in it
 * would have to be escaped.
 */
export function toJsonColumn(texts: readonly string[]): string {
  return `[${texts.join(",")}]`;
}

const ESCAPED = /["\\]/;
const EACH_ESCAPED = /["\\]/g;

/** A Postgres array literal. */
export function toArrayLiteral(values: readonly Element[]): string {
  let text = "{";
  for (let at = 0; at < values.length; at += 1) {
    if (at > 0) text += ",";
    text += toElement(values[at] ?? null);
  }
  return `${text}}`;
}

function toElement(value: Element): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  return ESCAPED.test(value) ? `"${value.replace(EACH_ESCAPED, "\\$&")}"` : `"${value}"`;
}
