import type { LetterSelection, ReplayItemView, ReplayJobView } from "@sagascope/core/postgres";
import { fieldsText, tableText, timeText } from "./table-text.ts";

/** A frozen selection, for a person at a terminal. */
export function selectionText(selection: LetterSelection): string {
  const left = countsText(selection.leftOut);
  return fieldsText([
    ["selection", selection.id],
    ["letters", `${selection.letters} of ${selection.subjects} subject(s)`],
    ["as of", timeText(new Date(selection.cutOffAt))],
    ["hash", selection.hash],
    ...(left === ""
      ? []
      : [["left out", `${left}: of chart states, resume their instances instead`] as const]),
  ]);
}

/** How far a job has come. */
export function jobText(job: ReplayJobView): string {
  return fieldsText([
    [job.dryRun ? "rehearsal" : "replay job", job.id],
    ["state", job.why === null || job.state === "done" ? job.state : `${job.state}, ${job.why}`],
    ["letters", `${job.letters} of ${job.subjects} subject(s)`],
    ["came through", String(job.succeeded)],
    ["failed", String(job.failed)],
    ["held back", String(job.held)],
    ["passed over", String(job.skipped)],
    ["under way", String(job.open)],
    ["waiting", String(job.waiting)],
    ["outcomes", countsText(job.outcomes) || "-"],
    ["by", job.actor],
    ["reason", job.reason ?? "-"],
  ]);
}

export function jobsText(jobs: readonly ReplayJobView[]): string {
  return tableText(
    ["JOB", "STATE", "KIND", "LETTERS", "CAME THROUGH", "FAILED", "WAITING", "BY", "CREATED"],
    jobs.map((job) => [
      job.id,
      job.state,
      job.dryRun ? "rehearsal" : "replay",
      String(job.letters),
      String(job.succeeded),
      String(job.failed + job.held),
      String(job.waiting + job.open),
      job.actor,
      timeText(job.createdAt),
    ]),
    "no replay jobs",
  );
}

export function itemsText(items: readonly ReplayItemView[]): string {
  return tableText(
    ["LETTER", "SUBJECT", "STATE", "OUTCOME", "CAUSE"],
    items.map((item) => [
      item.letterId,
      item.subject ?? "-",
      item.state,
      item.outcome ?? "-",
      item.causeTitle ?? "-",
    ]),
    "every letter that was tried came through",
  );
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}
