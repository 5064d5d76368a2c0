import { keptByText } from "./kept-by-text.ts";

/** Whether a document is AsyncAPI, and if not, what is wrong with which field. */
export type Validity =
  | { readonly isValid: true }
  | { readonly isValid: false; readonly problems: readonly DocumentProblem[] };

/** One thing that is wrong with a document. */
export interface DocumentProblem {
  /** Dotted, as in `channels.inbound.address`; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

const ERROR_SEVERITY = 0;
const PROBLEMS_MAX = 20;
const KEPT_MAX = 500;

/** Check a document offline, as the JSON text it is handed out as. The first check of a process loads the validator, which takes most of a second. */
export const validateDocument = keptByText(KEPT_MAX, validate);

async function validate(text: string): Promise<Validity> {
  const { Parser } = await import("@asyncapi/parser");
  const diagnostics = await new Parser().validate(text);
  const problems = diagnostics
    .filter(({ severity }) => severity === ERROR_SEVERITY)
    .slice(0, PROBLEMS_MAX)
    .map(({ path, message }) => ({ field: path.join("."), message }));
  return problems.length === 0 ? { isValid: true } : { isValid: false, problems };
}
