import { InvalidDocumentError } from "@sagascope/core";

const KEPT_MAX = 100;
const known = new Map<string, Promise<string>>();

/**
 * Parse a document for the official viewer. Its own parser compiles schemas to code, which the console's policy on scripts
 * forbids; what it hands on as text needs none of that.
 *
 * @throws {InvalidDocumentError} if the document does not hold
 */
export function parsedDocument(text: string): Promise<string> {
  const kept = known.get(text);
  if (kept) return kept;
  const parsed = parse(text);
  if (known.size >= KEPT_MAX) known.clear();
  known.set(text, parsed);
  parsed.catch(() => known.delete(text));
  return parsed;
}

async function parse(text: string): Promise<string> {
  const { Parser, stringify } = await import("@asyncapi/parser");
  const { document, diagnostics } = await new Parser().parse(text);
  const parsed = document && stringify(document);
  if (parsed !== undefined) return parsed;
  const [first] = diagnostics.filter(({ severity }) => severity === 0);
  throw new InvalidDocumentError(first?.path.join(".") ?? "", first?.message ?? "cannot be read");
}
