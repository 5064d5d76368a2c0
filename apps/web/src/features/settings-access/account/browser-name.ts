/** The order matters: each browser also names those that it wants to pass for. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone|\biPad/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser in words, as far as it says what it is: "Firefox on Linux". */
export function browserName(userAgent: string | null): string {
  const name = (table: typeof BROWSERS) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [name(BROWSERS), name(SYSTEMS)];
  if (browser === undefined) return "Something that is no browser we know";
  return system === undefined ? browser : `${browser} on ${system}`;
}
