import type { Task } from "./measurement.ts";
import { COMPARED, PROCESSOR, type Reading } from "./readings.ts";
import type { Spread } from "./statistics.ts";
import type { ContenderSummary, TaskSummary } from "./summary.ts";

const COLUMNS: Readonly<Record<Reading, string>> = {
  perSecond: "per second",
  p50Ms: "p50 ms",
  p95Ms: "p95 ms",
  cpuHereUs: "processor here, µs each",
  cpuServerUs: "in the server, µs each",
};
const GAP = "  ";
/** Below this, a number is shown with a decimal. */
const EXACT_BELOW = 100;

/** A task's readings as a table: median (least – most), and below it ours against the best peer, whose name is in the last row. */
export function formatSummary({ task, contenders, ratios }: TaskSummary): string {
  const readings = [...COMPARED[task.figure], ...PROCESSOR];
  const ratioOf = (reading: Reading) => ratios.find((one) => one.reading === reading);
  const comparison = [
    ["ours ÷ best peer", ...readings.map((reading) => formatRatio(ratioOf(reading)?.spread))],
    ["best peer", ...readings.map((reading) => ratioOf(reading)?.peer ?? "")],
  ];
  const rows = [
    ["", ...readings.map((reading) => COLUMNS[reading])],
    ...contenders.map((one) => [one.contender, ...readings.map((name) => cell(one, name))]),
    ...(ratios.length === 0 ? [] : comparison),
  ];
  return [titleOf(task), ...alignColumns(rows), ...notesOf(contenders)].join("\n");
}

/** What a task asks for, in words. */
export function titleOf({ figure, count, atOnce }: Task): string {
  const many = count.toLocaleString("en");
  switch (figure) {
    case "drain":
      return `drain: ${many} waiting messages, a handler that does nothing, each durably marked`;
    case "idle":
      return `idle: from before the insert to the handler, ${many} messages one by one`;
    case "workflows":
      return `workflows: ${many} of 3 steps that do nothing, ${atOnce} at a time`;
    case "alone":
      return `alone: one workflow of 3 steps at a time, ${many} times`;
    case "transitions":
      return `transitions: ${many} waiting messages, each a step that publishes one envelope; no peer does the same`;
  }
}

function cell({ readings }: ContenderSummary, reading: Reading): string {
  const spread = readings[reading];
  if (spread === undefined) return "–";
  const { median, min, max } = spread;
  if (PROCESSOR.includes(reading)) return formatNumber(median);
  return `${formatNumber(median)} (${formatNumber(min)} – ${formatNumber(max)})`;
}

function formatNumber(value: number): string {
  return value < EXACT_BELOW ? value.toFixed(1) : Math.round(value).toLocaleString("en");
}

function formatRatio(spread: Spread | undefined): string {
  if (spread === undefined) return "";
  const { median, min, max } = spread;
  return `${median.toFixed(2)} (${min.toFixed(2)} – ${max.toFixed(2)})`;
}

function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_head, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function notesOf(contenders: readonly ContenderSummary[]): readonly string[] {
  return contenders.flatMap(({ contender, notDurable, problems }) => [
    ...notDurable.map((why) => `  ${contender} is not compared: not durable, ${why}`),
    ...problems.map((problem) => `  ${contender} failed: ${problem}`),
  ]);
}
