/** Advance widths of Geist in hundredths of an em, for the characters 32 to 126. */
const NAME =
  "24,24,38,55,66,82,68,19,31,31,42,57,22,42,22,51,68,64,64,64,64,64,64,64,64,64,31,31,55,55,55,58,94,71,69,72,71,61,60,73,72,29,62,67,59,90,75,76,66,76,69,67,58,70,71,99,66,61,58,37,48,37,45,56,27,58,62,58,62,59,43,62,60,27,31,63,30,89,60,60,62,62,41,55,43,60,58,84,63,57,57,40,28,40,52";
const LABEL =
  "25,21,35,48,63,80,62,18,27,27,43,56,20,42,20,48,66,62,62,62,62,62,62,62,62,62,30,30,54,54,54,56,91,67,68,70,69,60,59,70,71,27,60,64,58,88,74,74,65,73,67,64,55,69,67,94,61,58,54,35,45,35,43,56,25,55,59,55,59,56,39,59,58,24,26,59,27,88,58,57,59,59,38,52,39,57,54,82,58,54,54,39,26,39,52";

const FIRST = 32;
/** What a character without an entry is taken for: an umlaut, an arrow. */
const OTHER = 66;
const MONO_EM = 0.6;

const FONTS = {
  name: { widths: NAME.split(",").map(Number), tracking: -0.01 },
  label: { widths: LABEL.split(",").map(Number), tracking: 0 },
} as const;

/**
 * The width of a text in pixels without a browser, so that a layout is the same in the page, in its worker and in tests.
 * It is good to about 2 %; layouts leave more room than that.
 */
export function textWidth(text: string, font: "name" | "label" | "mono", sizePx: number): number {
  if (font === "mono") return text.length * MONO_EM * sizePx;
  const { widths, tracking } = FONTS[font];
  let hundredths = 0;
  for (let at = 0; at < text.length; at++) {
    hundredths += widths[text.charCodeAt(at) - FIRST] ?? OTHER;
  }
  return (hundredths / 100 + tracking * text.length) * sizePx;
}
