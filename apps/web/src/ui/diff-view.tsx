import { cx } from "../lib/cx.ts";
import { JsonInline } from "./json-view.tsx";

/** One difference, as core's `diffContext` finds it. */
export interface Change {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before?: unknown;
  readonly after?: unknown;
}

const SIGNS = {
  add: { row: "bg-green-tint", sign: "text-green", text: "+", word: "added" },
  del: { row: "bg-red-tint", sign: "text-red", text: "−", word: "removed" },
} as const;

/** What a step changed: a removed line and an added one for each path, and how many fields stayed as they were. */
export function DiffView(props: {
  readonly changes: readonly Change[];
  /** How many fields did not change, when that is known. */
  readonly unchanged?: number;
  readonly className?: string;
}) {
  const { changes, unchanged } = props;
  if (changes.length === 0) return <p className="text-12 text-ink-3">Nothing changed.</p>;
  return (
    <div
      className={cx(
        "overflow-hidden rounded-2 border border-line-strong bg-surface py-[3px] font-mono text-[11px] leading-[17px]",
        props.className,
      )}
    >
      {changes.flatMap(({ path, kind, before, after }) => [
        kind !== "added" && <DiffLine key={`${path}-`} sign="del" path={path} value={before} />,
        kind !== "removed" && <DiffLine key={`${path}+`} sign="add" path={path} value={after} />,
      ])}
      {unchanged !== undefined && unchanged > 0 && (
        <div className="pl-5 text-ink-3">
          {unchanged} other {unchanged === 1 ? "field" : "fields"} unchanged
        </div>
      )}
    </div>
  );
}

function DiffLine(props: {
  readonly sign: keyof typeof SIGNS;
  readonly path: string;
  readonly value: unknown;
}) {
  const { row, sign, text, word } = SIGNS[props.sign];
  return (
    <div className={cx("flex overflow-hidden pr-2 whitespace-pre", row)}>
      <span className={cx("w-5 flex-none text-center", sign)} aria-hidden="true">
        {text}
      </span>
      <span className="sr-only">{word}</span>
      <span className="truncate">
        {props.path}: <JsonInline value={props.value} plain />
      </span>
    </div>
  );
}
