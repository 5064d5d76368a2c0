import type { ChangeClass, DocumentChange, JsonObject } from "@sagascope/core";
import { argumentsOf, oneOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { CommandFailedError, UsageError } from "../errors.ts";

const NAMED = ["machine", "system", "service"] as const;
const FAIL_ON = ["breaking", "unclear", "never"] as const;
const VALUE_CHARS_MAX = 60;

/** `sagascope asyncapi diff` */
export const asyncapiDiff: Command = {
  summary: "Tell what changed between two documents, and exit with 1 if others would break.",
  usage: "BEFORE AFTER | --machine ID | --system PROJECT | --service NAME [--from V] [--to V]",
  options: {
    machine: { type: "string" },
    system: { type: "string" },
    service: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    "fail-on": { type: "string" },
  },
  help: {
    machine: "compare registered versions of a machine instead of two files",
    system: "compare registered versions of a project",
    service: "compare imported versions of a service",
    from: "the version before (the previous one)",
    to: "the version after (the present one)",
    "fail-on": "exit with 1 on breaking changes, on unclear ones too, or never (breaking)",
  },
  run: async (invocation) => {
    const { compareDocuments, countChanges } = await import("@sagascope/core");
    const { options, output } = invocation;
    const failOn = oneOf("--fail-on", textOf(options, "fail-on") ?? "breaking", FAIL_ON);
    const [before, after] = await documentsOf(invocation);
    const changes = compareDocuments(before, after);
    const counts = countChanges(changes);
    output.result({ ...counts, changes }, changesText(changes));
    const bad =
      failOn === "never" ? 0 : counts.breaking + (failOn === "unclear" ? counts.unclear : 0);
    if (bad > 0) throw new CommandFailedError(`${bad} change(s) that others may break on`);
  },
};

async function documentsOf(invocation: Invocation): Promise<readonly [JsonObject, JsonObject]> {
  const { options, positionals, cwd } = invocation;
  const [named, another] = NAMED.filter((name) => textOf(options, name) !== undefined);
  if (another !== undefined) throw new UsageError("name one: --machine, --system or --service");
  if (named !== undefined) {
    argumentsOf(positionals, []);
    return ofRegistered(invocation, named);
  }
  const { BEFORE: before, AFTER: after } = argumentsOf(positionals, ["BEFORE", "AFTER"]);
  return [await readDocument(before, cwd), await readDocument(after, cwd)];
}

async function ofRegistered(
  invocation: Invocation,
  named: (typeof NAMED)[number],
): Promise<readonly [JsonObject, JsonObject]> {
  const { withDatabase } = await import("../open-database.ts");
  const { findKept, PREVIOUS } = await import("../../services/documents/find-kept.ts");
  const { options } = invocation;
  const kind = named === "service" ? "import" : named;
  const name = textOf(options, named) ?? "";
  return withDatabase(invocation, async (sql) => {
    const from = await findKept(sql, kind, name, textOf(options, "from") ?? PREVIOUS);
    const to = await findKept(sql, kind, name, textOf(options, "to"));
    return [from.document, to.document];
  });
}

async function readDocument(file: string, cwd: string): Promise<JsonObject> {
  const { DOCUMENT_BYTES_MAX, InvalidDocumentError, parseDocumentText } = await import(
    "@sagascope/core"
  );
  const { readText } = await import("../read-text.ts");
  const text = await readText(file, cwd, DOCUMENT_BYTES_MAX);
  try {
    return parseDocumentText(text);
  } catch (error) {
    if (!(error instanceof InvalidDocumentError)) throw error;
    throw new UsageError(`${file}: ${error.message}`, { cause: error });
  }
}

const MARKS: Readonly<Record<ChangeClass, string>> = {
  breaking: "BREAKING  ",
  unclear: "unclear   ",
  compatible: "compatible",
};

/** One line a change. */
function changesText(changes: readonly DocumentChange[]): string {
  if (changes.length === 0) return "no difference";
  return changes
    .map(({ class: found, about, path, what, before, after }) => {
      const where = [about, path].filter((part) => part !== "").join(" ");
      return `${MARKS[found]}  ${where === "" ? "document" : where} ${what}${valuesText(before, after)}`;
    })
    .join("\n");
}

function valuesText(before: unknown, after: unknown): string {
  if (before === undefined || after === undefined) return "";
  return ` (${short(before)} → ${short(after)})`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX - 1)}…` : text;
}
