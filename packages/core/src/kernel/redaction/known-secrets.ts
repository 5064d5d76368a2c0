import { MASK } from "./mask.ts";

/** Shorter values would also hit ordinary words and numbers. */
const SECRET_LENGTH_MIN = 4;
const PARTS_MAX = 10_000;

/**
 * List the texts and numbers that stand under secret keys anywhere in a context, for finding them in error texts.
 * Never throws: what cannot be read is passed over.
 */
export function collectSecrets(
  context: unknown,
  isSecretKey: (key: string) => boolean,
): ReadonlySet<string> {
  const secrets = new Set<string>();
  const seen = new Set<object>();
  const open: { readonly part: unknown; readonly secret: boolean }[] = [
    { part: context, secret: false },
  ];
  for (let at = 0; at < open.length && at < PARTS_MAX; at += 1) {
    const { part, secret } = open[at] ?? {};
    if (typeof part === "object" && part !== null) {
      if (seen.has(part)) continue;
      seen.add(part);
      for (const [key, child] of entriesOf(part)) {
        open.push({ part: child, secret: secret === true || isSecretKey(key) });
      }
    } else if (secret && (typeof part === "string" || typeof part === "number")) {
      if (String(part).length >= SECRET_LENGTH_MIN) secrets.add(String(part));
    }
  }
  secrets.delete(MASK);
  return secrets;
}

/** Mask every occurrence; longer secrets first, since one may be part of another. */
export function maskKnownSecrets(text: string, secrets: ReadonlySet<string>): string {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, () => MASK), text);
}

function entriesOf(part: object): [string, unknown][] {
  try {
    return Object.entries(part);
  } catch {
    return [];
  }
}
