import { maskCardNumbers } from "./card-numbers.ts";
import { maskIbans } from "./ibans.ts";
import { MASK } from "./mask.ts";

// Every pattern starts at a boundary and is bounded, or stops at the first character it does not know: an attacker
// chooses the text, so none may take longer than in proportion to its length.
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
const JWT = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*){0,3}/g;
const AUTH_SCHEME = /(?<![\w-])(bearer|basic)(\s{1,8})([A-Za-z0-9._~+/-]{8,}={0,2})/gi;
const URL_PASSWORD =
  /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]{0,256}:)[^\s/]{1,256}@/gi;
const VENDOR_KEY =
  /(?<![A-Za-z0-9])(?:[srp]k_(?:live|test)_[A-Za-z0-9]{8,}|whsec_[A-Za-z0-9]{8,}|gh[pousr]_[A-Za-z0-9]{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,})/g;
const EMAIL =
  /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])/g;
const COOKIE_HEADER = /(?<![\w-])((?:set-)?cookie\s{0,8}:\s{0,8})[^\r\n]+/gi;
const PAIR_KEY = /(?<![\w-])(["']?)([A-Za-z][\w-]{0,63})\1\s{0,8}([=:])\s{0,8}/g;
const PAIR_VALUE =
  /"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*'|(?:bearer|basic|digest|token)\s{1,8}[^\s"',;]+|[^\s"',;&{}()[\]][^\s"',;&]*/iy;

/** "bearer authentication" is prose; a credential has a digit, a sign, a capital inside, or is long. */
const LOOKS_RANDOM = /\d|[_+=]|[a-z][A-Z]|^.{24,}$/;

/** Most keys and many values: nothing below is so short and of letters alone. */
const PLAIN_WORD = /^[A-Za-z]{0,16}$/;

/** What {@link maskSecretText} looks for. */
export interface SecretTextRules {
  /** Mask e-mail addresses too. */
  readonly emails: boolean;
  /** Tells the keys whose value in `key=value` is masked. */
  readonly isSecretKey: (key: string) => boolean;
  /** `value`: only `key=value` and `"key": …` count as pairs. `message`: `key: value` does too, as in error texts. */
  readonly pairs: "value" | "message";
}

/** Mask what can be told to be secret by its form: keys, tokens, passwords in URLs, pairs, IBANs, cards, e-mails. */
export function maskSecretText(text: string, rules: SecretTextRules): string {
  if (PLAIN_WORD.test(text)) return text;
  const shaped = text
    .replace(PRIVATE_KEY, MASK)
    .replace(JWT, MASK)
    .replace(AUTH_SCHEME, maskAuthScheme)
    .replace(URL_PASSWORD, `$1${MASK}@`)
    .replace(VENDOR_KEY, MASK);
  const paired = maskPairs(shaped, rules);
  const numbered = maskCardNumbers(maskIbans(paired));
  return rules.emails ? numbered.replace(EMAIL, MASK) : numbered;
}

function maskAuthScheme(match: string, scheme: string, space: string, value: string): string {
  return LOOKS_RANDOM.test(value) ? `${scheme}${space}${MASK}` : match;
}

function maskPairs(text: string, rules: SecretTextRules): string {
  const source = rules.pairs === "message" ? text.replace(COOKIE_HEADER, `$1${MASK}`) : text;
  let out = "";
  let copied = 0;
  for (const match of source.matchAll(PAIR_KEY)) {
    const valueAt = match.index + match[0].length;
    if (match.index < copied || !isSecretPair(match, rules)) continue;
    const value = pairValueAt(source, valueAt);
    if (value === undefined) continue;
    out += source.slice(copied, valueAt) + maskOf(value);
    copied = valueAt + value.length;
  }
  return out + source.slice(copied);
}

function isSecretPair(match: RegExpMatchArray, { pairs, isSecretKey }: SecretTextRules): boolean {
  const [, quote, key = "", sign] = match;
  return (pairs === "message" || quote !== "" || sign === "=") && isSecretKey(key);
}

function pairValueAt(text: string, start: number): string | undefined {
  PAIR_VALUE.lastIndex = start;
  return PAIR_VALUE.exec(text)?.[0];
}

/** Quotes stay, so that the text around the value still reads. */
function maskOf(value: string): string {
  const quote = value.startsWith('"') || value.startsWith("'") ? (value[0] ?? "") : "";
  return quote + MASK + quote;
}
