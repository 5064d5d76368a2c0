import { MASK } from "./mask.ts";

/** Length of an IBAN by country, as the SWIFT registry lists them. */
const LENGTHS =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22" +
  "GI23GL18GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27" +
  "MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22SA24SC31SD18SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20";

const LENGTH_BY_COUNTRY: ReadonlyMap<string, number> = new Map(
  [...LENGTHS.matchAll(/([A-Z]{2})(\d{2})/g)].map(([, country = "", length]) => [
    country,
    Number(length),
  ]),
);

const START = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g;
const ALPHANUMERIC = /^[A-Za-z0-9]$/;

/** Mask the IBANs in a text whose checksum holds (ISO 13616), also where they are written in groups. */
export function maskIbans(text: string): string {
  let out = "";
  let copied = 0;
  for (const { 0: head, index } of text.matchAll(START)) {
    const end = index < copied ? undefined : ibanEnd(text, index, head.slice(0, 2).toUpperCase());
    if (end === undefined) continue;
    out += text.slice(copied, index) + MASK;
    copied = end;
  }
  return out + text.slice(copied);
}

/** Where an IBAN that starts at `start` ends, if there is one. */
function ibanEnd(text: string, start: number, country: string): number | undefined {
  const length = LENGTH_BY_COUNTRY.get(country);
  if (length === undefined) return undefined;
  let iban = "";
  let at = start;
  while (iban.length < length) {
    const character = text[at] ?? "";
    const separator = character === " " || character === "-";
    if (ALPHANUMERIC.test(character)) iban += character;
    else if (!separator || text[at - 1] === character) return undefined;
    at += 1;
  }
  return ALPHANUMERIC.test(text[at] ?? "") || !passesMod97(iban.toUpperCase()) ? undefined : at;
}

function passesMod97(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)]
    .map((character) => Number.parseInt(character, 36))
    .join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
