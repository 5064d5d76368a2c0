import Link from "next/link";
import { Fragment, useState } from "react";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { IconButton } from "@/ui/button.tsx";
import { Chip } from "@/ui/chip.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { TONE_TEXT } from "@/ui/state-table.ts";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { type AuditRow, actionWords, outcomeOf, targetOf } from "../audit-words.ts";

const COLUMNS = 7;

/** One row an entry; its details unfold under it. */
export function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const { rowProps, current } = useRowKeys(
    rows.map((row) => ({ id: row.seq, href: targetOf(row).href ?? "#" })),
  );
  const [unfolded, setUnfolded] = useState<string>();
  const toggle = (seq: string) => setUnfolded(unfolded === seq ? undefined : seq);
  useKeys([
    {
      keys: "x",
      label: "details of the row",
      group: "Lists",
      run: () => current && toggle(current),
    },
  ]);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table caption="Audit">
        <thead>
          <tr className="sticky top-0 z-[1] bg-surface">
            <Th end>
              <span className="max-drawer:sr-only">Row</span>
            </Th>
            <Th>When</Th>
            <Th>Who</Th>
            <Th>Did</Th>
            <Th>To</Th>
            <Th>Outcome</Th>
            <Th className="max-drawer:hidden">Reason</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.seq}>
              <Tr {...rowProps(row.seq)}>
                <AuditCells
                  row={row}
                  isUnfolded={unfolded === row.seq}
                  onToggle={() => toggle(row.seq)}
                />
              </Tr>
              {unfolded === row.seq && <Details row={row} />}
            </Fragment>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function AuditCells(props: {
  readonly row: AuditRow;
  readonly isUnfolded: boolean;
  readonly onToggle: () => void;
}) {
  const { row, isUnfolded, onToggle } = props;
  const { words, tone } = outcomeOf(row.outcome);
  return (
    <>
      <Td end className="w-0 text-ink-3">
        <span className="inline-flex items-center gap-1">
          <IconButton
            glyph={isUnfolded ? "down" : "right"}
            label={`Details of row ${row.seq}`}
            aria-expanded={isUnfolded}
            className="-ml-2"
            onClick={onToggle}
          />
          <span className="max-drawer:sr-only">{row.seq}</span>
        </span>
      </Td>
      <Td className="text-ink-2">
        <Time at={row.at} />
      </Td>
      <Td className="max-w-32 truncate font-strong drawer:max-w-56" title={row.actor}>
        {row.actor}
      </Td>
      <Td className="whitespace-nowrap">{actionWords(row.action)}</Td>
      <Td>
        <Target row={row} />
        {row.reason && (
          <span className="block max-w-72 truncate text-ink-2 drawer:hidden" title={row.reason}>
            “{row.reason}”
          </span>
        )}
      </Td>
      <Td className={TONE_TEXT[tone]}>{words}</Td>
      <Td
        className="w-full max-w-0 truncate text-ink-2 max-drawer:hidden"
        title={row.reason ?? undefined}
      >
        {row.reason && `“${row.reason}”`}
      </Td>
    </>
  );
}

function Target({ row }: { readonly row: AuditRow }) {
  const { kind, name, href } = targetOf(row);
  return (
    <>
      {kind && <span className="text-ink-2">{kind} </span>}
      {href ? (
        <Link href={href} className="link">
          <IdText id={name} copy={false} />
        </Link>
      ) : kind ? (
        <IdText id={name} copy={false} />
      ) : (
        <span className="mono inline-block max-w-72 truncate align-bottom" title={name}>
          {name}
        </span>
      )}
    </>
  );
}

function Details({ row }: { readonly row: AuditRow }) {
  return (
    <tr className="bg-surface-2">
      <td colSpan={COLUMNS} className="border-b border-line px-3.5 py-2.5">
        {row.reason && (
          <p className="mb-2 max-w-[90ch] text-12 break-words whitespace-pre-wrap">
            “{row.reason}”
          </p>
        )}
        <JsonView value={row.detail.value} widthMax={100} />
        <p className="mt-1.5 flex items-center gap-2 text-11 text-ink-3">
          <span>
            action <span className="mono">{row.action}</span>
          </span>
          <span>
            hash <span className="mono">{row.hash}</span>
          </span>
          {row.detail.masked > 0 && <Chip glyph="lock">{row.detail.masked} redacted</Chip>}
        </p>
      </td>
    </tr>
  );
}
