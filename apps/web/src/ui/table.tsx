import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from "react";
import { cx } from "../lib/cx.ts";

/** A table with 32 px rows. Its `caption` is read out, not shown. */
export function Table(props: {
  readonly caption: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <table className={cx("w-full border-collapse", props.className)}>
      <caption className="sr-only">{props.caption}</caption>
      {props.children}
    </table>
  );
}

const CELL = "px-2 drawer:px-2.5 first:pl-3.5 last:pr-3.5 whitespace-nowrap";

/** A column head; `end` aligns figures to the right. */
export function Th({
  end,
  className,
  children,
  ...rest
}: { readonly end?: boolean } & ThHTMLAttributes<HTMLTableCellElement>) {
  return (
    <th
      scope="col"
      className={cx(
        CELL,
        "h-7 border-b border-line text-11 font-medium text-ink-3",
        end ? "text-right" : "text-left",
        className,
      )}
      {...rest}
    >
      {children}
    </th>
  );
}

/** A row; `selected` marks it with a bar at its left edge. Make its first cell a link, so that it can be opened in a tab. */
export function Tr({
  selected,
  className,
  children,
  ...rest
}: { readonly selected?: boolean } & HTMLAttributes<HTMLTableRowElement>) {
  return (
    <tr
      aria-selected={selected}
      className={cx(
        "group/row relative not-last:[&>td]:border-b hover:bg-surface-2",
        selected && "bg-surface-2 shadow-[inset_2px_0_0_var(--ink)]",
        className,
      )}
      {...rest}
    >
      {children}
    </tr>
  );
}

/** A cell; `end` aligns figures to the right. */
export function Td({
  end,
  className,
  children,
  ...rest
}: { readonly end?: boolean } & TdHTMLAttributes<HTMLTableCellElement>) {
  return (
    <td className={cx(CELL, "h-8 border-line text-12", end && "text-right", className)} {...rest}>
      {children}
    </td>
  );
}
