import { svgColour } from "./css-colour.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Places on the page as places in the drawing, which may be zoomed and moved. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
}

/** Turns one element of the drawing, and all that is in it, into plain SVG with every style as an attribute. */
export function partsOf(element: Element, frame: Frame): readonly SVGElement[] {
  if (element.classList.contains("sr-only")) return [];
  if (element instanceof SVGSVGElement) return [svgPart(element, frame)];
  if (!(element instanceof HTMLElement)) return [];
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return [];
  const children = [...element.childNodes].flatMap((child) => {
    if (child instanceof Element) return partsOf(child, frame);
    return child instanceof Text ? textPart(child, element, style, frame) : [];
  });
  return [...boxPart(element, style, frame), ...children];
}

function placeOf(rect: DOMRect, { left, top, zoom }: Frame) {
  return {
    x: (rect.left - left) / zoom,
    y: (rect.top - top) / zoom,
    width: rect.width / zoom,
    height: rect.height / zoom,
  };
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(
      key,
      typeof value === "number" ? String(Math.round(value * 100) / 100) : value,
    );
  }
  return element;
}

/** An element's background and outline; nothing if it has neither. */
function boxPart(element: HTMLElement, style: CSSStyleDeclaration, frame: Frame): SVGElement[] {
  const fill = svgColour(style.backgroundColor);
  const line = svgColour(style.borderTopColor);
  const lineWidth =
    style.borderTopStyle === "none" ? 0 : Number.parseFloat(style.borderTopWidth) || 0;
  const isHatched = element.classList.contains("hatched");
  if (fill.opacity === 0 && lineWidth === 0 && !isHatched) return [];
  const { x, y, width, height } = placeOf(element.getBoundingClientRect(), frame);
  if (width === 0 || height === 0) return [];
  const round = style.borderTopLeftRadius;
  const radius = round.endsWith("%") ? width / 2 : Number.parseFloat(round) || 0;
  const box = {
    x: x + lineWidth / 2,
    y: y + lineWidth / 2,
    width: width - lineWidth,
    height: height - lineWidth,
    rx: Math.min(radius, width / 2, height / 2),
  };
  const rect = make("rect", {
    ...box,
    fill: fill.colour,
    "fill-opacity": fill.opacity,
    ...(lineWidth > 0
      ? { stroke: line.colour, "stroke-opacity": line.opacity, "stroke-width": lineWidth }
      : {}),
    ...dashes(style.borderTopStyle),
  });
  const halo = element.classList.contains("token")
    ? [
        make("circle", {
          cx: x + width / 2,
          cy: y + height / 2,
          r: width / 2 + HALO,
          fill: fill.colour,
          "fill-opacity": 0.2,
        }),
      ]
    : [];
  const hatch = isHatched ? [make("rect", { ...box, fill: "url(#hatch)" })] : [];
  return [...halo, rect, ...hatch];
}

/** As wide as the shadow around a token in `chart.css`. */
const HALO = 5;

function dashes(style: string): Record<string, string> {
  if (style === "dashed") return { "stroke-dasharray": "7 4" };
  return style === "dotted" ? { "stroke-dasharray": "2 3" } : {};
}

const ELLIPSIS = "…";
/** From the middle of a line of text down to where its letters stand, in shares of their size. */
const BASELINE = 0.35;

function textPart(
  node: Text,
  parent: HTMLElement,
  style: CSSStyleDeclaration,
  frame: Frame,
): SVGElement[] {
  const text = node.data.replace(/\s+/g, " ").trim();
  if (text === "") return [];
  const range = document.createRange();
  range.selectNodeContents(node);
  const place = placeOf(range.getBoundingClientRect(), frame);
  const room = placeOf(parent.getBoundingClientRect(), frame);
  const size = Number.parseFloat(style.fontSize);
  const { colour, opacity } = svgColour(style.color);
  const element = make("text", {
    x: place.x,
    y: place.y + place.height / 2 + size * BASELINE,
    fill: colour,
    "fill-opacity": opacity,
    ...fontOf(style),
  });
  element.textContent = cut(
    text,
    place.x + place.width - (room.x + room.width),
    place.width,
    style,
  );
  return [element];
}

/** As the page cuts it: a name that is too long for its state ends in an ellipsis. */
function cut(text: string, over: number, width: number, style: CSSStyleDeclaration): string {
  if (over <= 1 || style.overflow === "visible") return text;
  const kept = Math.max(1, Math.floor(text.length * (1 - over / width)) - 1);
  return text.slice(0, kept) + ELLIPSIS;
}

function fontOf(style: CSSStyleDeclaration): Record<string, string> {
  return {
    "font-family": style.fontFamily.replaceAll('"', "'"),
    "font-size": style.fontSize,
    "font-weight": style.fontWeight,
    ...(style.letterSpacing === "normal" ? {} : { "letter-spacing": style.letterSpacing }),
  };
}

/** A drawing inside the drawing, at its place, with computed styles as attributes: nothing of a stylesheet is needed. */
function svgPart(svg: SVGSVGElement, frame: Frame): SVGElement {
  const { x, y, width } = placeOf(svg.getBoundingClientRect(), frame);
  const scale = svg.viewBox.baseVal.width > 0 ? width / svg.viewBox.baseVal.width : 1;
  const group = make("g", {
    transform: `translate(${round(x)} ${round(y)}) scale(${round(scale)})`,
  });
  for (const child of svg.children) group.append(...styled(child));
  return group;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

const KEPT = [
  "d",
  "x",
  "y",
  "cx",
  "cy",
  "r",
  "rx",
  "width",
  "height",
  "transform",
  "text-anchor",
  "dominant-baseline",
];

function styled(element: Element): Element[] {
  if (element.tagName === "title") return [element.cloneNode(true) as Element];
  const style = getComputedStyle(element);
  const copy = document.createElementNS(SVG, element.tagName);
  for (const name of KEPT) {
    const value = element.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  paint(copy, style);
  const isText = element.tagName === "text";
  if (isText || element.tagName === "tspan") {
    for (const [name, value] of Object.entries(fontOf(style))) copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(...styled(child));
    else if (child instanceof Text) copy.append(child.data);
  }
  return isText ? withHalo(copy) : [copy];
}

function paint(copy: Element, style: CSSStyleDeclaration): void {
  for (const name of ["fill", "stroke"] as const) {
    const { colour, opacity } = svgColour(style[name]);
    copy.setAttribute(name, opacity === 0 ? "none" : colour);
    if (opacity > 0 && opacity < 1) copy.setAttribute(`${name}-opacity`, String(opacity));
  }
  if (copy.getAttribute("stroke") === "none") return;
  copy.setAttribute("stroke-width", style.strokeWidth);
  copy.setAttribute("stroke-linecap", style.strokeLinecap);
  copy.setAttribute("stroke-linejoin", style.strokeLinejoin);
  if (style.strokeDasharray !== "none")
    copy.setAttribute("stroke-dasharray", style.strokeDasharray);
}

/** The line around letters goes under them by a second copy: not every viewer knows `paint-order`. */
function withHalo(text: Element): Element[] {
  if (text.getAttribute("stroke") === "none") return [text];
  const halo = text.cloneNode(true) as Element;
  const all = [text, ...text.querySelectorAll("*")];
  for (const part of all) part.setAttribute("stroke", "none");
  return [halo, text];
}
