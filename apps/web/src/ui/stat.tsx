import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { StateGlyph } from "./chip.tsx";
import type { StateName } from "./state-table.ts";

/** A big number that leads to its list: glyph and word, number, what it means, its trend. */
export function Stat(props: {
  readonly state: StateName;
  readonly label: string;
  readonly value: string;
  readonly detail?: ReactNode;
  readonly href: string;
  readonly trend?: ReactNode;
  readonly className?: string;
}) {
  return (
    <Link
      href={props.href}
      className={cx("block min-w-0 px-3.5 pt-3 pb-2 hover:bg-surface-2", props.className)}
    >
      <div className="flex items-center gap-1.5 text-12 font-medium text-ink-2">
        <StateGlyph state={props.state} decorative />
        {props.label}
      </div>
      <div className="mt-0.5 text-26 font-semibold tracking-[-.03em]">{props.value}</div>
      {props.detail && <div className="truncate text-11 text-ink-3">{props.detail}</div>}
      {props.trend && <div className="mt-[7px]">{props.trend}</div>}
    </Link>
  );
}
