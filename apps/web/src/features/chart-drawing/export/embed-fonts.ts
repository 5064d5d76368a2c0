/** What a file may carry of fonts; a larger one is left out, and viewers take another. */
const FONT_BYTES_MAX = 400_000;

/**
 * The page's own fonts as a stylesheet that carries them, so that a file looks the same elsewhere. A font that cannot be
 * read is left out: the text is there all the same.
 *
 * @param families names as computed styles have them
 */
export async function embeddedFonts(families: ReadonlySet<string>): Promise<string> {
  const rules = [...document.styleSheets].flatMap(fontRules);
  const wanted = rules.filter((rule) =>
    families.has(nameOf(rule.style.getPropertyValue("font-family"))),
  );
  const texts = await Promise.all(wanted.map(embedded));
  return texts.filter((text) => text !== undefined).join("\n");
}

/** The first name of a list of families, without quotes. */
export function nameOf(families: string): string {
  return (families.split(",")[0] ?? "").trim().replace(/^["']|["']$/g, "");
}

function fontRules(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    return []; // of another origin
  }
}

async function embedded(rule: CSSFontFaceRule): Promise<string | undefined> {
  const { style, parentStyleSheet } = rule;
  const [, path] = /url\(["']?([^"')]+)["']?\)/.exec(style.getPropertyValue("src")) ?? [];
  if (path === undefined) return undefined;
  try {
    const response = await fetch(new URL(path, parentStyleSheet?.href ?? document.baseURI));
    const font = await response.blob();
    if (!response.ok || font.size > FONT_BYTES_MAX) return undefined;
    const weight = style.getPropertyValue("font-weight") || "normal";
    const family = nameOf(style.getPropertyValue("font-family"));
    return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${await dataUrl(font)})}`;
  } catch {
    return undefined;
  }
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
