import Link from "next/link";
import { paths } from "@/lib/paths.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Checkbox } from "@/ui/field.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { machineWords, resolutionWords } from "../letter-words.ts";
import type { Chosen } from "../use-chosen.ts";

/** A letter of the list. */
export type LetterRow = RouterOutputs["deadLetters"]["list"]["rows"][number];

/** One row a letter; a click anywhere on it shows it beside, its box chooses it, its subject leads to it. */
export function LetterTable(props: {
  readonly rows: readonly LetterRow[];
  readonly rowProps: (id: string) => { readonly "data-row": string; readonly selected: boolean };
  readonly onSelect: (id: string) => void;
  /** Undefined for whoever may do nothing with letters. */
  readonly chosen: Chosen | undefined;
}) {
  const { rows, rowProps, onSelect, chosen } = props;
  const ids = rows.map(({ id }) => id);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table caption="Dead letters">
        <thead>
          <tr className="sticky top-0 z-[1] bg-surface">
            {chosen && (
              <Th className="w-8">
                <Checkbox
                  label="Choose every letter of this page"
                  hideLabel
                  className="align-middle"
                  checked={chosen.isEverything || ids.every((id) => chosen.ids.has(id))}
                  onChange={() => chosen.togglePage(ids)}
                />
              </Th>
            )}
            <Th>Subject</Th>
            <Th>Type</Th>
            <Th>Machine</Th>
            <Th>
              <span className="sr-only">Notes</span>
            </Th>
            <Th end>Captured</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.id} {...rowProps(row.id)} onClick={() => onSelect(row.id)}>
              {chosen && (
                <Td onClick={(event) => event.stopPropagation()}>
                  <Checkbox
                    label={`Choose ${row.subject}, ${row.eventType}`}
                    hideLabel
                    className="align-middle"
                    checked={chosen.has(row.id)}
                    onChange={() => chosen.toggle(row.id)}
                  />
                </Td>
              )}
              <LetterCells row={row} />
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function LetterCells({ row }: { readonly row: LetterRow }) {
  return (
    <>
      <Td className="max-w-44 truncate">
        <Link href={paths.deadLetter(row.id)} className="mono font-strong hover:underline">
          {row.subject}
        </Link>
      </Td>
      <Td className="mono max-w-52 truncate text-ink-2" title={row.eventType}>
        {row.eventType}
      </Td>
      <Td className="text-ink-2">{machineWords(row)}</Td>
      <Td>
        <span className="flex gap-1.5">
          {row.occurrences > 1 && (
            <Chip glyph="replay" className="text-amber">
              came back, {row.occurrences}×
            </Chip>
          )}
          {row.resolvedAt && <Chip glyph="check">resolved {resolutionWords(row.resolution)}</Chip>}
        </span>
      </Td>
      <Td end className="text-ink-3">
        <Time at={row.capturedAt} />
      </Td>
    </>
  );
}
