import { useEffect, useState } from "react";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Glyph } from "./glyph.tsx";

const TYPING_MS = 200; // a word is asked for once, not letter by letter

/** A text that a list is narrowed by. What is typed is told once the typing rests; nothing typed is undefined. */
export function FilterInput(props: {
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
  /** Its accessible name. */
  readonly label: string;
  readonly placeholder: string;
  /** Its width. */
  readonly className: string;
}) {
  const { value, onChange, label, placeholder, className } = props;
  const [typed, setTyped] = useState(value);
  const hydrated = useHydrated();
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim() || undefined), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label
      className={`flex h-6.5 items-center gap-1.5 rounded-2 border border-line-control bg-surface px-2 ${className}`}
    >
      <Glyph name="filter" size="xs" className="text-ink-3" />
      <span className="sr-only">{label}</span>
      <input
        value={typed}
        readOnly={!hydrated}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={placeholder}
        spellCheck={false}
        className="min-w-0 flex-1 bg-transparent text-12 outline-none"
      />
    </label>
  );
}
