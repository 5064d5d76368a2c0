/** A key or a sequence of keys and what it does. `keys` as in `"g o"`, `"t"`, `"?"`, `"Mod+k"` (⌘ on a Mac, Ctrl elsewhere). */
export interface KeyBinding {
  readonly keys: string;
  readonly label: string;
  /** The heading under which the list of keys shows it. */
  readonly group: string;
  readonly run: (event: KeyboardEvent) => void;
}

/** What one more key press led to. */
export interface KeyStep {
  readonly run?: KeyBinding;
  /** The keys pressed so far of a longer sequence. */
  readonly pending: readonly string[];
}

const MODIFIERS = new Set(["Shift", "Meta", "Control", "Alt"]);

/** The name of a pressed key as bindings spell it; `undefined` for a modifier alone. */
export function keyName(event: Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "altKey">) {
  if (MODIFIERS.has(event.key)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.metaKey || event.ctrlKey) return `Mod+${key}`;
  return event.altKey ? `Alt+${key}` : key;
}

/** Whether a key press is a single letter or sign, which must stay quiet while somebody types. */
export function isPlainKey(name: string): boolean {
  return !name.includes("+") || name === "+";
}

/** Adds a key to what was pressed before: a binding to run, or the start of a longer one, or nothing. Later bindings win. */
export function advance(
  bindings: readonly KeyBinding[],
  pending: readonly string[],
  key: string,
): KeyStep {
  const pressed = [...pending, key].join(" ");
  const run = bindings.findLast((binding) => binding.keys === pressed);
  if (run) return { run, pending: [] };
  if (bindings.some((binding) => binding.keys.startsWith(`${pressed} `))) {
    return { pending: pressed.split(" ") };
  }
  return pending.length > 0 ? advance(bindings, [], key) : { pending: [] };
}
