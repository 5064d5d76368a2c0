import { useEffect, useRef, useState } from "react";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Glyph } from "./glyph.tsx";

const TYPING_MS = 200; // a word is asked for once, not letter by letter

/**
 * A text that a list is narrowed by. What is typed is told once the typing rests; nothing typed is undefined. The page comes back
 * with it in its own time, as what stands in an address does: that never takes away what was typed since.
 */
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
  const sent = useRef<readonly string[]>([]); // told to the page, which has not come back with it yet
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at < 0) setTyped(value); // somebody else changed it: a link, Back, a button that clears
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === (sent.current.at(-1) ?? latest.current.value).trim()) return;
    const timer = setTimeout(() => {
      sent.current = [...sent.current, text];
      latest.current.onChange(text || undefined);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
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
