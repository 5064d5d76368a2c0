import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Table, Td, Th } from "./table.tsx";

const INDENT_PX = 14;

/** A field of data, as its schema says it; those inside an object follow it, one deeper. */
export interface SchemaField {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

/** What data has to look like, field by field. How much room the meaning has is for the page to say. */
export function SchemaFields(props: {
  readonly fields: readonly SchemaField[];
  readonly rowClass?: (field: SchemaField) => string | undefined;
  /** The cell of what a field means. */
  readonly renderMeaning: (field: SchemaField) => ReactNode;
}) {
  const { fields, rowClass, renderMeaning } = props;
  return (
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
          <tr key={field.path} className={cx("not-last:[&>td]:border-b", rowClass?.(field))}>
            <Td className="mono font-strong">
              <span style={{ paddingLeft: field.depth * INDENT_PX }}>{field.name}</span>
            </Td>
            <Td className="mono text-ink-2">{field.type}</Td>
            <Td className={field.isRequired ? "" : "text-ink-3"}>
              {field.isRequired ? "required" : "optional"}
            </Td>
            {renderMeaning(field)}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
