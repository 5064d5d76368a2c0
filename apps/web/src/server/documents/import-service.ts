import { readForeignDocument } from "@sagascope/core";
import { fromPgPool, importDocument } from "@sagascope/core/postgres";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";

/** What came of an import. */
export interface ImportAnswer {
  readonly name: string;
  /** What the document points at elsewhere, which nobody fetched. */
  readonly notFetched: readonly string[];
}

/**
 * Keep the document of somebody else's service.
 *
 * @throws {InvalidDocumentError} naming the field
 */
export async function importService(
  pool: pg.Pool,
  actor: Actor,
  input: { readonly text: string; readonly name?: string | undefined },
): Promise<ImportAnswer> {
  const { document, notFetched } = await readForeignDocument(input.text);
  const { name } = await importDocument(fromPgPool(pool), {
    document,
    actor: actor.email,
    ...(input.name === undefined || input.name === "" ? {} : { name: input.name }),
  });
  return { name, notFetched: notFetched.map(({ ref }) => ref) };
}
