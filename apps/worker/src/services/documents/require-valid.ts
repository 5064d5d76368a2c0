import { type JsonObject, validateAsyncapi } from "@sagascope/core";
import { SagascopeError } from "@sagascope/core/errors";
import { UsageError } from "../../cli/errors.ts";

/** Checks a document; given by tests. */
type Validate = typeof validateAsyncapi;

/**
 * Refuse a document that is not AsyncAPI.
 *
 * @param note - told of each problem, with its field
 * @throws {UsageError} if it is not, or the validator is not installed
 */
export async function requireValid(
  document: JsonObject,
  note: (text: string) => void,
  validate: Validate = validateAsyncapi,
): Promise<void> {
  const problems = await problemsOf(document, validate);
  for (const { field, problem } of problems) note(field === "" ? problem : `${field}: ${problem}`);
  if (problems.length === 0) return;
  const version = String(document.asyncapi).replace(/\.0$/, "");
  throw new UsageError(
    `the document is not valid AsyncAPI ${version}: ${problems.length} problem(s)`,
  );
}

async function problemsOf(document: JsonObject, validate: Validate) {
  try {
    return await validate(document);
  } catch (error) {
    if (!(error instanceof SagascopeError)) throw error;
    throw new UsageError(`--validate needs more: ${error.message}`, { cause: error });
  }
}
