import { createHash } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import type { JsonObject } from "../kernel/json.ts";
import { outlineOf } from "./outline.ts";

/** What a document is about. */
export type DocumentKind = "machine" | "system" | "import";

/** That a message of a type passes through a topic, and which way. */
export interface Passage {
  readonly topic: string;
  readonly type: string;
  readonly direction: "receives" | "sends";
}

/** A document as it is stored. */
export interface DocumentRecord {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly chartId: number | undefined;
  readonly version: string;
  readonly contentHash: string;
  readonly document: JsonObject;
  readonly passages: readonly Passage[];
}

/** Name a document for the store: equal ones of one chart version are one row. */
export function documentRecord(
  kind: DocumentKind,
  name: string,
  document: JsonObject,
  chartId?: number,
): DocumentRecord {
  const { version, messages } = outlineOf(document);
  const text = canonicalJson({ chartId: chartId ?? null, document });
  return {
    kind,
    name,
    chartId,
    version,
    contentHash: createHash("sha256").update(text).digest("hex"),
    document,
    passages: messages.flatMap(({ topic, type, direction }) =>
      topic === null ? [] : [{ topic, type, direction }],
    ),
  };
}
