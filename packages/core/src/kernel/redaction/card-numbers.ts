import { MASK } from "./mask.ts";

/** Groups of digits with single spaces or dashes between them; UUIDs come first, so that they are passed over. */
const DIGITS_OR_UUID =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![A-Za-z\d]|\d\.)\d{2,}(?:[ -]\d{2,})*(?![A-Za-z\d])/gi;
const UUID_LENGTH_DIGITS = 32;
const CARD_DIGITS_MIN = 13;
const CARD_DIGITS_MAX = 19;

/** Ranges and lengths of the issuers in use: timestamps and counters pass Luhn one time in ten, but start elsewhere. */
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7]|35)\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|6\d{15,18}|5[06-9]\d{14,17})$/;

/** Whether digits are a payment card number: issuer's range and length, and the Luhn checksum (ISO/IEC 7812-1). */
export function isCardNumber(digits: string): boolean {
  return ISSUED.test(digits) && passesLuhn(digits);
}

/** Mask the card numbers in a text, also where they are written in groups. */
export function maskCardNumbers(text: string): string {
  return text.replace(DIGITS_OR_UUID, (match) =>
    /[a-z]/i.test(match) || isAllDigitUuid(match) ? match : maskInRun(match),
  );
}

function isAllDigitUuid(match: string): boolean {
  return (
    match.replaceAll("-", "").length === UUID_LENGTH_DIGITS && /^\d{8}-(?:\d{4}-){3}/.test(match)
  );
}

/** A run may hold more than the card ("7 4111 1111 …"), so every stretch of whole groups is tried, longest first. */
function maskInRun(run: string): string {
  const parts = run.split(/([ -])/);
  let out = "";
  for (let start = 0; start < parts.length; ) {
    const end = cardEnd(parts, start);
    out += end === undefined ? (parts[start] ?? "") : MASK;
    start = end === undefined ? start + 1 : end + 1;
  }
  return out;
}

function cardEnd(parts: readonly string[], start: number): number | undefined {
  let digits = "";
  let found: number | undefined;
  for (let end = start; end < parts.length && digits.length < CARD_DIGITS_MAX; end += 2) {
    digits += parts[end] ?? "";
    if (digits.length >= CARD_DIGITS_MIN && isCardNumber(digits)) found = end;
  }
  return found;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
