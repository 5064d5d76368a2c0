import { cx } from "@/lib/cx.ts";
import { Chip } from "@/ui/chip.tsx";
import { Table, Td, Th } from "@/ui/table.tsx";
import {
  type Change,
  type Changes,
  changesOf,
  type DataField,
  type Message,
  worstOf,
} from "../document.ts";
import { CHANGE_LOOKS } from "./change-mark.tsx";

const INDENT_PX = 14;

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
        <Table caption="Fields of the data">
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>Type</Th>
              <Th>Need</Th>
              <Th>Meaning</Th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow
                key={field.path}
                field={field}
                changes={changesOf(message, changes, field.path)}
              />
            ))}
          </tbody>
        </Table>
      )}
      {isCut && <p className="px-3.5 py-2 text-12 text-ink-3">The first fields; there are more.</p>}
    </section>
  );
}

function FieldRow({
  field,
  changes,
}: {
  readonly field: DataField;
  readonly changes: readonly Change[];
}) {
  const worst = worstOf(changes);
  const look = worst && CHANGE_LOOKS[worst];
  return (
    <tr
      className={cx(
        "not-last:[&>td]:border-b",
        worst === "breaking" && "bg-red-tint shadow-[inset_2px_0_0_var(--red)]",
      )}
    >
      <Td className="mono font-strong">
        <span style={{ paddingLeft: field.depth * INDENT_PX }}>{field.name}</span>
      </Td>
      <Td className="mono text-ink-2">{field.type}</Td>
      <Td className={field.isRequired ? "" : "text-ink-3"}>
        {field.isRequired ? "required" : "optional"}
      </Td>
      <Td className="w-full max-w-0 whitespace-normal!">
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{field.meaning}</span>
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
    </tr>
  );
}
