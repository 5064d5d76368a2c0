import { partsOf } from "./drawn-parts.ts";
import { embeddedFonts, nameOf } from "./embed-fonts.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels for each one of the drawing, for screens of today; large charts get fewer, since browsers bound a picture's size. */
const PNG_SCALE = 2;
const PNG_SIDE_MAX = 8_192;
/** In the order in which they lie on each other. */
const LAYERS = [".placed-container", "svg.chart-arrows", ".placed-leaf", ".token"];

/** A drawing that can be written to a file. */
export interface DrawnChart {
  /** The element that holds the drawing. */
  readonly root: HTMLElement;
  readonly title: string;
}

/**
 * The drawing as it stands on the page, whole, as an SVG that needs nothing else: no stylesheet, no font, no page. It holds
 * shapes and text only, which every viewer knows.
 *
 * @throws {Error} if nothing is drawn
 */
export async function drawingAsSvg({ root, title }: DrawnChart): Promise<string> {
  const viewport = root.querySelector<HTMLElement>(".react-flow__viewport");
  const arrows = root.querySelector<SVGSVGElement>("svg.chart-arrows");
  if (!viewport || !arrows) throw new Error("nothing is drawn yet");
  const { left, top } = viewport.getBoundingClientRect();
  const zoom = new DOMMatrixReadOnly(getComputedStyle(viewport).transform).a || 1;
  const [width, height] = [arrows.width.baseVal.value, arrows.height.baseVal.value];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const name = document.createElementNS(SVG, "title");
  name.textContent = title;
  const parts = LAYERS.flatMap((layer) =>
    [...root.querySelectorAll(layer)].flatMap((element) => partsOf(element, { left, top, zoom })),
  );
  const families = new Set(
    parts.flatMap((part) =>
      [part, ...part.querySelectorAll("text")].map((one) =>
        nameOf(one.getAttribute("font-family") ?? ""),
      ),
    ),
  );
  const style = document.createElementNS(SVG, "style");
  style.textContent = await embeddedFonts(families);
  svg.append(name, style, hatchPattern(), background(width, height), ...parts);
  return new XMLSerializer().serializeToString(svg);
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function background(width: number, height: number): SVGElement {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("width", String(width));
  rect.setAttribute("height", String(height));
  rect.setAttribute("fill", token("--surface"));
  return rect;
}

/** The hatching of states that cannot be reached, as `drawing.css` has it. */
function hatchPattern(): SVGElement {
  const pattern = document.createElementNS(SVG, "pattern");
  const line = document.createElementNS(SVG, "path");
  for (const [key, value] of [
    ["id", "hatch"],
    ["width", "6"],
    ["height", "6"],
    ["patternUnits", "userSpaceOnUse"],
    ["patternTransform", "rotate(45)"],
  ] as const) {
    pattern.setAttribute(key, value);
  }
  line.setAttribute("d", "M0 0V6");
  line.setAttribute("stroke", token("--hatch"));
  line.setAttribute("stroke-width", "2.5");
  pattern.append(line);
  return pattern;
}

/** @throws {Error} if the browser cannot draw it */
export async function drawingAsPng(drawn: DrawnChart): Promise<Blob> {
  const svg = await drawingAsSvg(drawn);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(PNG_SCALE, PNG_SIDE_MAX / image.width, PNG_SIDE_MAX / image.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))));
  });
}

/** Hand a file to the person. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
