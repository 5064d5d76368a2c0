import { InvalidDocumentError } from "@sagascope/core";
import { keptByText } from "./kept-by-text.ts";

const KEPT_MAX = 20; // a result is larger than its document

/**
 * Parse a document for the official viewer. Its own parser compiles schemas to code, which the console's policy on scripts
 * forbids; what it hands on as text needs none of that.
 *
 * @throws {InvalidDocumentError} if the document does not hold
 */
export const parsedDocument = keptByText(KEPT_MAX, parse);

async function parse(text: string): Promise<string> {
  const { Parser, stringify } = await import("@asyncapi/parser");
  const { document, diagnostics } = await new Parser().parse(text);
  const parsed = document && stringify(document);
  if (parsed !== undefined) return parsed;
  const [first] = diagnostics.filter(({ severity }) => severity === 0);
  throw new InvalidDocumentError(first?.path.join(".") ?? "", first?.message ?? "cannot be read");
}
