import { errorLineOf } from "./error-line.ts";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";
const CLOCK =
  "\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?:\\s?[AP]M)?(?:\\s?(?:Z|GMT|UTC|[+-]\\d\\d:?\\d\\d))?";
const WEEKDAY = "(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\\s)?";

/** Parts of an error text that differ from letter to letter, most specific first. Each pattern is linear in the text. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/"(?:[^"\\]|\\.)*"|`[^`]*`|‘[^’]*’|“[^”]*”|„[^“”]*[“”]|«[^»]*»|(?<!\w)'[^']*'(?!\w)/gu, '"…"'],
  [/(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)/gi, "<id>"],
  [/(?<!\w)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"')\]}>,;]+/gi, "<url>"],
  [/(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, "<mail>"],
  [new RegExp(`(?<!\\w)\\d{4}[-/]\\d\\d?[-/]\\d\\d?(?:[T ]${CLOCK})?`, "g"), "<time>"],
  [new RegExp(`(?<!\\w)${WEEKDAY}\\d{1,2}\\s${MONTH}\\s\\d{4}(?:,?\\s${CLOCK})?`, "g"), "<time>"],
  [
    new RegExp(
      `(?<!\\w)${WEEKDAY}${MONTH}\\s\\d{1,2}(?:,?\\s${CLOCK})?(?:,?\\s\\d{4})?(?:,?\\s${CLOCK})?`,
      "g",
    ),
    "<time>",
  ],
  [new RegExp(`(?<!\\w)\\d{1,2}[./]\\d{1,2}[./]\\d{4}(?:,?\\s${CLOCK})?`, "g"), "<time>"],
  [/(?<![\w.:])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?(?!\w)/g, "<address>"],
  [/\[?(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?![\w:])\]?(?::\d+)?/gi, "<address>"],
  [/(?<![\w.-])[a-z0-9](?:[\w-]{0,62}\.)+[a-z0-9-]{1,62}:\d{2,5}(?!\w)/gi, "<address>"],
  [new RegExp(`(?<![\\w:])${CLOCK}(?![\\w:])`, "g"), "<time>"],
  [/(?<![\w/.])(?:[A-Za-z]:)?(?:[/\\][\w.@%+~-]+){2,}(?::\d+){0,2}/g, "<path>"],
  [/(?<=[\w$])@[0-9a-f]{4,16}(?!\w)/gi, "@<id>"],
  [/(?<!\w)0x[0-9a-f]+(?!\w)/gi, "<n>"],
  [/(?<![A-Za-z0-9])\p{L}+(?:[-_:#][\p{L}]+)*[-_:#]\d[\w-]*/gu, "<id>"],
  [/#\d+(?!\w)/g, "<id>"],
  [/(?<![A-Za-z0-9])\d+(?:[.,]\d+)*(?:[µun]?s|ms|[kKMGT]i?B|bytes|%)?(?![A-Za-z0-9])/g, "<n>"],
  [
    /(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])(?!\p{L}+\d{1,3}(?![A-Za-z0-9]))[A-Za-z0-9_-]{8,}(?![A-Za-z0-9])/gu,
    "<id>",
  ],
  [/(?<![A-Za-z0-9])\d+(?=[\p{L}_-])/gu, "<n>"],
];

/** How many of a kind stood in a list varies, too. */
const REPEATED = /("…"|<[a-z]+>)(?:\s?[,;|]\s?\1)+/g;

/**
 * What an error text says, with everything masked that varies from one occurrence to the next: ids, numbers, times, places,
 * quoted values. Of a stack trace only the innermost error counts.
 */
export function normaliseMessage(message: string): string {
  const masked = VARYING.reduce(
    (text, [pattern, mask]) => text.replace(pattern, mask),
    errorLineOf(message),
  );
  return masked.replace(REPEATED, "$1").replace(/\s+/g, " ").trim();
}
