"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cx } from "../lib/cx.ts";

/** One tab; `count` stands small beside its words. */
export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | string;
}

/** Tabs over one panel. Arrow keys move between tabs, as the ARIA pattern asks; `aside` stands at the far end. */
export function Tabs<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly tabs: readonly Tab<Value>[];
  readonly onChange: (value: Value) => void;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly panelClassName?: string;
}) {
  const id = useId();
  const { tabs, value, onChange } = props;
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return; // the browser's own, such as the way back
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <div className="flex h-9.5 flex-none items-stretch border-b border-line px-2">
        <div role="tablist" aria-label={props.label} className="flex gap-0.5" onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              id={`${id}-${tab.value}`}
              type="button"
              role="tab"
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={cx(
                "-mb-px inline-flex items-center gap-1.5 border-b-2 px-2 text-12 font-medium",
                tab.value === value
                  ? "border-ink text-ink"
                  : "border-transparent text-ink-2 hover:text-ink",
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <small className="text-11 font-normal text-ink-3">{tab.count}</small>
              )}
            </button>
          ))}
        </div>
        {props.aside && <div className="ml-auto flex items-center gap-2">{props.aside}</div>}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={props.panelClassName}
      >
        {props.children}
      </div>
    </>
  );
}
