import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { InvalidSchemaError } from "./errors.ts";

/** What is wrong with data, and where: the first thing found. Never a value, which may be secret. */
export interface SchemaMismatch {
  /** As in `data.lines[0].price`. */
  readonly field: string;
  readonly problem: string;
}

/** Tells what is wrong with data; undefined where nothing is. */
export type SchemaCheck = (data: JsonValue) => SchemaMismatch | undefined;

/**
 * Compile a JSON Schema. One mismatch is enough to refuse data, so that a hostile envelope costs no more than finding it.
 *
 * @throws {InvalidSchemaError} if it is not a JSON Schema of draft 07
 */
export function compileSchema(schema: JsonObject): SchemaCheck {
  const ajv = new Ajv({ strict: false, ownProperties: true, validateFormats: true, logger: false });
  // The package is CommonJS: what its types call the default export is the module itself at run time, or has it inside.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  const { $id: _id, $schema: _dialect, ...own } = schema;
  const validate = compile(ajv, own);
  return (data) => {
    if (validate(data)) return undefined;
    const [error] = validate.errors ?? [];
    return error ? mismatchOf(error) : { field: "data", problem: "does not fit" };
  };
}

function compile(ajv: Ajv, schema: JsonObject) {
  try {
    return ajv.compile<JsonValue>(schema);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidSchemaError("", `cannot be used: ${problem}`, { cause });
  }
}

/** Names in the path are the schema's own or the sender's; a sender's are shortened. */
function mismatchOf({ instancePath, keyword, params, message }: ErrorObject): SchemaMismatch {
  const field = `data${pathOf(instancePath)}`;
  if (keyword === "required") {
    return { field: `${field}.${String(params.missingProperty)}`, problem: "is missing" };
  }
  if (keyword === "additionalProperties") {
    return {
      field: `${field}.${String(params.additionalProperty).slice(0, NAME_CHARS_MAX)}`,
      problem: "is not declared",
    };
  }
  if (keyword === "const" || keyword === "enum") {
    return {
      field,
      problem: `${message}: ${JSON.stringify(params.allowedValues ?? params.allowedValue)}`,
    };
  }
  return { field, problem: message ?? `does not fit '${keyword}'` };
}

const NAME_CHARS_MAX = 100;

/** A JSON pointer as people write it: `/lines/0/price` is `.lines[0].price`. */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~").slice(0, NAME_CHARS_MAX))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("");
}
