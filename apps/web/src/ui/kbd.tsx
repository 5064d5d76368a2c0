import { Fragment } from "react";

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Enter: "↵",
  Escape: "esc",
  Meta: "⌘",
  Alt: "⌥",
  Tab: "tab",
};

/** One or more keys, space separated: `<Kbd keys="g o" />`, `<Kbd keys="Meta K" />`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex flex-none gap-1">
      {keys.split(" ").map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice, and the list never changes order
        <Fragment key={index}>
          <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-1 bg-surface-2 px-1 font-sans text-10 leading-none font-medium text-ink-2 inset-ring inset-ring-line-strong">
            {NAMES[key] ?? key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
