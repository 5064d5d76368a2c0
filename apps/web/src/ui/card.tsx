import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";

/** A panel with a hairline. Cards never stand in cards. */
export function Card(props: {
  readonly children: ReactNode;
  readonly className?: string;
  readonly label?: string;
}) {
  return (
    <section
      aria-label={props.label}
      className={cx("min-w-0 rounded-3 border border-line bg-surface shadow-1", props.className)}
    >
      {props.children}
    </section>
  );
}

/** The head of a card: title, quiet subtitle, and controls at its end. */
export function CardHeader(props: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string;
}) {
  return (
    <header
      className={cx(
        "flex h-9.5 flex-none items-center gap-2 border-b border-line pr-2 pl-3.5",
        props.className,
      )}
    >
      <h2 className="flex-none text-13 font-semibold tracking-[-.005em]">{props.title}</h2>
      {props.sub && <span className="min-w-0 truncate text-12 text-ink-3">{props.sub}</span>}
      {props.children && (
        // Controls stand 8 px from the edge, so that their outline is as far away as the title; mere words as far as the title.
        <div className="ml-auto flex flex-none items-center gap-2 not-has-[a,button,summary,select,input]:mr-1.5">
          {props.children}
        </div>
      )}
    </header>
  );
}

/** A small quiet heading above a value or a group. */
export function Label(props: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <div className={cx("text-11 font-strong text-ink-3", props.className)}>{props.children}</div>
  );
}

/** Names and values in two columns; a value is cut at its end. */
export function KeyValues(props: {
  readonly entries: readonly (readonly [name: string, value: ReactNode])[];
  readonly className?: string;
}) {
  return (
    <dl
      className={cx(
        "grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 text-12 leading-[22px]",
        props.className,
      )}
    >
      {props.entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="whitespace-nowrap text-ink-3">{name}</dt>
          <dd className="truncate">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
