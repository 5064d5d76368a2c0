import {
  type Box,
  contains,
  crosses,
  overlap,
  type Point,
  segmentsOf,
} from "../../../../lib/geometry.ts";
import type { ChartLayout } from "../chart-layout.ts";
import { fixedWords } from "../fixed-words.ts";

/** A hair's breadth, since boxes may touch. */
const HAIR = 0.5;

/**
 * All that is wrong with a layout, in words: states and labels on each other, arrows through them or slanted, states outside
 * of their containers, arrows that do not go from their source to their target, anything outside of the drawing.
 */
export function faultsOf(layout: ChartLayout): readonly string[] {
  return [
    ...collisions(layout),
    ...onFixedWords(layout),
    ...unnamed(layout),
    ...strays(layout),
    ...wrongEnds(layout),
  ];
}

/** Labels on titles, notes and pills; states on notes; titles and notes with an arrow through them or on each other. */
function onFixedWords(layout: ChartLayout): readonly string[] {
  const { titles, pills, notes } = fixedWords(layout);
  const labels = layout.edges.flatMap(({ id, label }) =>
    label ? [{ name: `label ${label.lines.join(" ")} of ${id}`, box: label.box }] : [],
  );
  const leaves = layout.nodes
    .filter((node) => !node.isContainer)
    .map(({ path, box }) => ({ name: path, box }));
  const still = [...titles, ...notes];
  const pairs = [
    ...still.flatMap((one, at) => still.slice(at + 1).map((other) => [one, other] as const)),
    ...still.flatMap((one) => [...leaves, ...pills].map((other) => [one, other] as const)),
    ...labels.flatMap((one) => [...still, ...pills].map((other) => [one, other] as const)),
  ];
  const lines = [
    ...layout.edges,
    ...layout.starts.map(({ to, points }) => ({ id: `start of ${to}`, points })),
  ];
  return [
    ...pairs
      .filter(([one, other]) => overlap(grown(one.box, -HAIR), other.box))
      .map(([one, other]) => `${one.name} on ${other.name}`),
    ...still.flatMap(({ name, box }) =>
      lines
        .filter(({ points }) =>
          segmentsOf(points).some(([from, to]) => crosses(from, to, grown(box, -HAIR))),
        )
        .map(({ id }) => `${id} through ${name}`),
    ),
  ];
}

/** Arrows without their event. */
function unnamed({ edges }: ChartLayout): readonly string[] {
  return edges
    .filter(({ lines, label }) => lines.length > 0 && !label)
    .map(({ id, lines }) => `${id} does not say ${lines.join(" ")}`);
}

function collisions(layout: ChartLayout): readonly string[] {
  const solid = [
    ...layout.nodes
      .filter((node) => !node.isContainer)
      .map(({ path, box }) => ({ name: path, box })),
    ...layout.edges.flatMap(({ id, label }) =>
      label ? [{ name: `label ${label.lines.join(" ")} of ${id}`, box: label.box }] : [],
    ),
  ];
  const lines = [
    ...layout.edges,
    ...layout.starts.map(({ to, points }) => ({ id: `start of ${to}`, points })),
  ].flatMap(({ id, points }) => segmentsOf(points).map(([from, to]) => ({ id, from, to })));
  return [
    ...lines
      .filter(({ from, to }) => Math.abs(from.x - to.x) > HAIR && Math.abs(from.y - to.y) > HAIR)
      .map(({ id }) => `${id} is slanted`),
    ...solid.flatMap((one, at) => [
      ...solid
        .slice(at + 1)
        .filter((other) => overlap(one.box, other.box))
        .map((other) => `${one.name} on ${other.name}`),
      ...lines
        .filter(({ from, to }) => crosses(from, to, grown(one.box, -HAIR)))
        .map(({ id }) => `${id} through ${one.name}`),
    ]),
  ];
}

function strays({ nodes, edges, width, height }: ChartLayout): readonly string[] {
  const page: Box = { x: 0, y: 0, width, height };
  const boxes = new Map(nodes.map(({ path, box }) => [path, box]));
  const isOutside = (outer: Box, box: Box) =>
    !contains(grown(outer, HAIR), box) ||
    !contains(grown(outer, HAIR), { x: box.x + box.width, y: box.y + box.height });
  return [
    ...nodes
      .filter(({ parent, box }) => isOutside(boxes.get(parent ?? "\u0000") ?? page, box))
      .map(({ path }) => `${path} outside of its container`),
    ...edges
      .filter(({ points }) => points.some((point) => !contains(grown(page, HAIR), point)))
      .map(({ id }) => `${id} outside of the drawing`),
    ...edges
      .filter(({ label }) => label && isOutside(page, label.box))
      .map(({ id }) => `label of ${id} outside of the drawing`),
  ];
}

function wrongEnds({ nodes, edges }: ChartLayout): readonly string[] {
  const boxes = new Map(nodes.map(({ path, box }) => [path, box]));
  const isAt = (path: string, point: Point | undefined) => {
    const box = boxes.get(path);
    return box !== undefined && point !== undefined && contains(grown(box, 1), point);
  };
  return edges.flatMap(({ id, from, to, points }) => [
    ...(isAt(from, points[0]) ? [] : [`${id} does not begin at ${from}`]),
    ...(isAt(to, points.at(-1)) ? [] : [`${id} does not end at ${to}`]),
  ]);
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}
