import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { compileSchema } from "../schemas/compile-schema.ts";
import { inferSchema } from "../schemas/infer-schema.ts";
import { listOf, partOf } from "../schemas/resolve-schema.ts";
import { maskedLike } from "./masked-like.ts";
import { type OutlineMessage, outlineOf } from "./outline.ts";

/** A real envelope that went through a topic. */
export interface TrafficSample {
  readonly topic: string;
  readonly type: string;
  readonly envelope: JsonObject;
}

/** Examples that a message gets. */
const EXAMPLES_MAX = 2;

/**
 * A document of ours with what was seen of its messages: data that nobody declared gets the schema that all samples fit, marked
 * `x-inferred`, and messages get examples. The samples may hold secrets: schemas tell names and types only, examples are masked.
 *
 * @param samples - the newest of each message first
 */
export function withTraffic(
  document: JsonObject,
  samples: readonly TrafficSample[],
  redact: (value: JsonValue) => JsonValue,
): JsonObject {
  const components = partOf(document.components);
  const messages = { ...partOf(components.messages) };
  for (const outlined of outlineOf(document).messages) {
    const seen = samples.filter(
      ({ topic, type }) => topic === outlined.topic && type === outlined.type,
    );
    const message = partOf(messages[outlined.key]);
    if (seen.length === 0 || Object.keys(message).length === 0) continue;
    messages[outlined.key] = described(message, outlined, seen, redact, components);
  }
  return { ...document, components: { ...components, messages } };
}

function described(
  message: JsonObject,
  { dataSchema }: OutlineMessage,
  seen: readonly TrafficSample[],
  redact: (value: JsonValue) => JsonValue,
  components: JsonObject,
): JsonObject {
  const payload = dataSchema === undefined ? inferred(message, seen) : message.payload;
  const check = compileSchema({ ...partOf(payload), components });
  const examples = seen
    .map(({ envelope }) => maskedLike(envelope, redact(envelope)))
    .filter((envelope) => check(envelope) === undefined)
    .slice(0, EXAMPLES_MAX)
    .map((envelope, at) => ({
      name: `seen-${at + 1}`,
      summary: "An envelope that really came by; what is secret is masked.",
      payload: envelope,
    }));
  return {
    ...message,
    ...(payload === undefined ? {} : { payload }),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** The payload with a schema in the place of the data that the chart does not describe. */
function inferred(message: JsonObject, seen: readonly TrafficSample[]): JsonValue | undefined {
  const payload = partOf(message.payload);
  const [envelope, own] = listOf(payload.allOf);
  if (envelope === undefined || own === undefined) return message.payload;
  const schema = inferSchema(seen.map(({ envelope: { data } }) => data ?? {}));
  const data = {
    ...schema,
    description: `Inferred from ${seen.length === 1 ? "one envelope" : `${seen.length} envelopes`}; nobody declared it.`,
    "x-inferred": { envelopes: seen.length },
  };
  const properties = { ...partOf(partOf(own).properties), data };
  return { ...payload, allOf: [envelope, { ...partOf(own), properties }] };
}
