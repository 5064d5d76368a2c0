import { paths } from "@/lib/paths.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { SchemaFields } from "@/ui/schema-fields.tsx";
import { Td } from "@/ui/table.tsx";

type Schema = RouterOutputs["deadLetters"]["schema"];

const ORIGINS = {
  declared: "as declared: data that does not fit is refused",
  inferred: "inferred from real envelopes; nobody declared it, so nothing is refused",
  named: "the chart names the fields and not their types",
  any: "any object: nobody declared a field",
} as const;

/** What the data has to look like, field by field. */
export function SchemaHelp({ schema }: { readonly schema: Schema }) {
  if (schema === null) {
    return (
      <p className="text-12 text-ink-3">
        Its machine says nothing about this type: any data is taken as far as its logic takes it.
      </p>
    );
  }
  const { machineId, version, data } = schema;
  return (
    <section aria-label="Schema">
      <header className="mb-1 flex items-center gap-2">
        <h3 className="text-13 font-semibold">Schema</h3>
        <span className="min-w-0 truncate text-12 text-ink-3">{ORIGINS[data.origin]}</span>
        <ButtonLink size="sm" kind="ghost" className="ml-auto" href={paths.asyncapiOf(machineId)}>
          {machineId} v{version}
        </ButtonLink>
      </header>
      {data.fields.length > 0 && (
        <div className="max-h-56 overflow-auto rounded-2 border border-line">
          <SchemaFields
            fields={data.fields}
            renderMeaning={({ meaning }) => (
              <Td className="max-w-48 truncate text-ink-2" title={meaning}>
                {meaning}
              </Td>
            )}
          />
        </div>
      )}
      {data.isCut && <p className="mt-1 text-12 text-ink-3">The first fields; there are more.</p>}
    </section>
  );
}
