import type { StepCommit } from "../../../engine/step-commit.ts";

/** A NOTIFY payload holds at most 8,000 bytes; a hint stays well below. */
const NAMES_MAX = 60;
const BYTES_MAX = 7_000;

/** What a commit changed, so that screens know what to read again. A hint: polling stays behind it. */
export function changeHint(commits: readonly StepCommit[]): string | undefined {
  const instances = commits
    .filter((commit) => commit.instance !== undefined)
    .map((commit) => `${commit.machineId}/${commit.subject}`);
  const correlations = [
    ...new Set(commits.flatMap((commit) => commit.instance?.correlationId ?? [])),
  ];
  const commands = commits.flatMap((commit) =>
    commit.settlements.flatMap((settlement) =>
      "commandId" in settlement ? [settlement.commandId] : [],
    ),
  );
  const letters = commits.some(
    (commit) =>
      commit.deadLetters.length > 0 ||
      commit.settlements.some(
        ({ kind }) => kind === "letter-resolved" || kind === "letters-of-effect-resolved",
      ),
  );
  const audit = commits.some((commit) => commit.audit.length > 0);
  const hint = {
    ...(instances.length > 0 ? { i: instances.slice(0, NAMES_MAX) } : {}),
    ...(correlations.length > 0 ? { e: correlations.slice(0, NAMES_MAX) } : {}),
    ...(commands.length > 0 ? { c: commands.slice(0, NAMES_MAX) } : {}),
    ...(letters ? { d: 1 } : {}),
    ...(audit ? { a: 1 } : {}),
    ...(instances.length > NAMES_MAX || correlations.length > NAMES_MAX ? { more: 1 } : {}),
  };
  if (Object.keys(hint).length === 0) return undefined;
  const text = JSON.stringify(hint);
  return Buffer.byteLength(text) <= BYTES_MAX ? text : JSON.stringify({ more: 1, d: 1, a: 1 });
}
