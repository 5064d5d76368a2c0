import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { referencesOf } from "../schemas/data-schema.ts";
import { ASYNCAPI_VERSIONS } from "./asyncapi-options.ts";
import { parseDocumentText } from "./document-text.ts";
import { InvalidDocumentError } from "./errors.ts";
import { type AsyncapiProblem, validateAsyncapi } from "./validate-asyncapi.ts";

/** A document of somebody else, fit to be kept and shown. */
export interface ForeignDocument {
  readonly document: JsonObject;
  /** What it points at and nobody fetched, by path. */
  readonly notFetched: readonly { readonly path: string; readonly ref: string }[];
}

/** Formats of schemas that pages can show. */
const SCHEMA_FORMATS = /^application\/(vnd\.aai\.asyncapi|schema)(\+json|\+yaml)?(;|$)/;

/** Checks a document; given by tests. */
type Validate = (document: JsonObject) => Promise<readonly AsyncapiProblem[]>;

/**
 * Read the AsyncAPI document of an outside service. Nothing is ever fetched: what it refers to elsewhere is replaced by a note
 * of where that is, and schemas in formats that cannot be read here likewise.
 *
 * @throws {InvalidDocumentError} naming the field
 * @throws {MissingExtraError} if the package `@asyncapi/parser` is not installed
 */
export async function readForeignDocument(
  text: string,
  validate: Validate = validateAsyncapi,
): Promise<ForeignDocument> {
  const source = parseDocumentText(text);
  const versions: readonly unknown[] = ASYNCAPI_VERSIONS;
  if (!versions.includes(source.asyncapi)) {
    const found =
      source.asyncapi === undefined ? "nothing" : `'${String(source.asyncapi).slice(0, 20)}'`;
    throw new InvalidDocumentError("asyncapi", `must be ${versions.join(" or ")}, got ${found}`);
  }
  const notFetched = [...referencesOf(source)].filter(({ ref }) => !ref.startsWith("#"));
  const document = selfContained(source) as JsonObject;
  // Without examples: the validator would match them against patterns, and a hostile pattern takes hours.
  const [problem, ...others] = await validate(withoutExamples(document) as JsonObject);
  if (problem === undefined) return { document, notFetched };
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw new InvalidDocumentError(problem.field, `${problem.problem}${more}`);
}

function selfContained(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(selfContained);
  if (typeof value !== "object" || value === null) return value;
  const object = value as JsonObject;
  const { $ref, schemaFormat } = object;
  if (typeof $ref === "string" && !$ref.startsWith("#")) {
    return { description: `Defined elsewhere: ${$ref}`, "x-not-fetched": $ref };
  }
  if (
    typeof schemaFormat === "string" &&
    "schema" in object &&
    !SCHEMA_FORMATS.test(schemaFormat)
  ) {
    return {
      description: `Described as ${schemaFormat}.`,
      "x-schema-format": schemaFormat,
      "x-schema": object.schema === undefined ? null : selfContained(object.schema),
    };
  }
  return Object.fromEntries(
    Object.entries(object).map(([key, inner]) => [key, selfContained(inner)]),
  );
}

function withoutExamples(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== "object" || value === null) return value;
  const object = value as JsonObject;
  const isSchema = typeof object.type === "string" || typeof object.pattern === "string";
  const isExample = (key: string, inner: JsonValue) =>
    (key === "examples" && Array.isArray(inner)) || (key === "default" && isSchema);
  return Object.fromEntries(
    Object.entries(object)
      .filter(([key, inner]) => !isExample(key, inner))
      .map(([key, inner]) => [key, withoutExamples(inner)]),
  );
}
