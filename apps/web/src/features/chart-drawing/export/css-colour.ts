/**
 * A computed colour as viewers of SVG files know it: `rgb(…)` with its opacity apart. Browsers answer mixed colours as
 * `color(srgb …)`, which few viewers read. What cannot be read is left as it is.
 */
export function svgColour(computed: string): { readonly colour: string; readonly opacity: number } {
  const text = computed.trim();
  const numbers = (text.match(/-?\d*\.?\d+(e-?\d+)?%?/g) ?? []).map(numberOf);
  if (text.startsWith("color(srgb"))
    return fromParts(numbers.map((part, at) => (at < 3 ? part * 255 : part)));
  if (text.startsWith("rgb")) return fromParts(numbers);
  return { colour: text, opacity: 1 };
}

function numberOf(text: string): number {
  return text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
}

function fromParts([red = 0, green = 0, blue = 0, opacity = 1]: readonly number[]) {
  const whole = [red, green, blue].map((part) => Math.round(Math.min(255, Math.max(0, part))));
  return { colour: `rgb(${whole.join(",")})`, opacity };
}
