import type { JsonValue } from "../kernel/json.ts";
import { type ChartProblems, joinPath } from "./chart-problems.ts";
import { isRecord } from "./parse-values.ts";

/** Tag of a state whose entry is announced with the whole context. */
export const PUBLISH_TAG = "publish";

/** What `meta.publish` of a transition says, with `true` not yet turned into a type. */
export type PublishDeclaration =
  | { readonly kind: "none" }
  /** `true`: the type follows from the target of the transition. */
  | { readonly kind: "derived" }
  /** `fields` undefined announces the type alone, without data. */
  | { readonly kind: "typed"; readonly type: string; readonly fields?: readonly string[] };

const SHAPE = 'must be true, an event type or {"type": …, "data": [fields]}';

/** Read a `meta.publish` that has passed `checkPublish`. */
export function readPublish(publish: JsonValue | undefined): PublishDeclaration {
  if (publish === undefined || publish === null || publish === false) return { kind: "none" };
  if (typeof publish === "string") return { kind: "typed", type: publish };
  if (!isRecord(publish)) return { kind: "derived" };
  const type = String(publish.type);
  if (publish.data === undefined || publish.data === null) return { kind: "typed", type };
  return { kind: "typed", type, fields: publish.data as readonly string[] };
}

/** Refuse a malformed `meta.publish` when the chart is read: at run time it would only stay silent. */
export function checkPublish(publish: unknown, path: string, problems: ChartProblems): void {
  if (publish === undefined || publish === null || typeof publish === "boolean") return;
  if (typeof publish === "string") {
    if (publish === "") problems.add(path, "must not be an empty event type");
    return;
  }
  if (!isRecord(publish)) {
    problems.add(path, SHAPE);
    return;
  }
  checkPublishObject(publish, path, problems);
}

function checkPublishObject(
  publish: Record<string, unknown>,
  path: string,
  problems: ChartProblems,
): void {
  if (typeof publish.type !== "string") problems.add(path, SHAPE);
  else if (publish.type === "") {
    problems.add(joinPath(path, "type"), "must not be an empty event type");
  }
  const { data } = publish;
  const isFieldList = Array.isArray(data) && data.every((field) => typeof field === "string");
  if (data !== undefined && data !== null && !isFieldList) {
    problems.add(joinPath(path, "data"), "must be a list of context field names");
  }
  for (const key of Object.keys(publish)) {
    if (key !== "type" && key !== "data") problems.add(joinPath(path, key), "unknown key");
  }
}
