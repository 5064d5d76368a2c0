import { Chip } from "@/ui/chip.tsx";
import { SchemaFields } from "@/ui/schema-fields.tsx";
import { Td } from "@/ui/table.tsx";
import { type Change, type Changes, changesOf, type Message, worstOf } from "../document.ts";
import { CHANGE_LOOKS } from "./change-mark.tsx";

const ORIGINS = {
  declared: "as declared",
  inferred: "inferred from real envelopes; nobody declared it",
  named: "the chart names the fields and not their types",
  any: "any object: nobody declared a field",
} as const satisfies Record<Message["data"]["origin"], string>;

/** What a message carries, field by field, with what changed since the version it is compared with. */
export function FieldsTable(props: {
  readonly message: Message;
  readonly changes: Changes | undefined;
}) {
  const { message, changes } = props;
  const { fields, origin, isEnvelope, isCut } = message.data;
  const since = changes?.since;
  return (
    <section aria-label="Data">
      <h3 className="flex items-baseline gap-2 px-3.5 pt-2.5 pb-1 text-13 font-semibold">
        <span className="flex-none">{isEnvelope ? "Schema of data" : "Schema of the payload"}</span>
        <span className="min-w-0 text-12 font-normal text-ink-3">{ORIGINS[origin]}</span>
        {origin === "inferred" && <Chip glyph="info">inferred</Chip>}
        {since && (
          <span className="ml-auto flex-none text-12 font-normal text-ink-3">
            compared with version {since.version}
          </span>
        )}
      </h3>
      {fields.length > 0 && (
        <SchemaFields
          fields={fields}
          rowClass={({ path }) =>
            worstOf(changesOf(message, changes, path)) === "breaking"
              ? "bg-red-tint shadow-[inset_2px_0_0_var(--red)]"
              : undefined
          }
          renderMeaning={({ path, meaning }) => (
            <Meaning meaning={meaning} changes={changesOf(message, changes, path)} />
          )}
        />
      )}
      {isCut && <p className="px-3.5 py-2 text-12 text-ink-3">The first fields; there are more.</p>}
    </section>
  );
}

function Meaning(props: { readonly meaning: string; readonly changes: readonly Change[] }) {
  const { meaning, changes } = props;
  const worst = worstOf(changes);
  const look = worst && CHANGE_LOOKS[worst];
  return (
    <Td className="w-full max-w-0 whitespace-normal!">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{meaning}</span>
        {look && (
          <Chip
            tone={look.tone}
            glyph={look.glyph}
            title={changes.map(({ what }) => what).join("; ")}
          >
            {changes[0]?.what}
          </Chip>
        )}
      </span>
    </Td>
  );
}
