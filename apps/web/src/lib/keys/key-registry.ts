import { advance, isPlainKey, type KeyBinding, keyName } from "./key-sequence.ts";

/** After this the start of a sequence is forgotten. */
const PENDING_MS = 1200;

/** Where single letters can be switched off, for people who speak to their computer. */
export const SINGLE_KEYS_STORAGE = "sagascope.single-keys";

let bindings: readonly KeyBinding[] = [];
let pending: readonly string[] = [];
let pendingSince = 0;
const listeners = new Set<() => void>();

/** Adds bindings until the returned function is called. Later ones win over earlier ones with the same keys. */
export function registerKeys(added: readonly KeyBinding[]): () => void {
  if (bindings.length === 0) document.addEventListener("keydown", onKeyDown);
  change([...bindings, ...added]);
  return () => {
    change(bindings.filter((binding) => !added.includes(binding)));
    if (bindings.length === 0) document.removeEventListener("keydown", onKeyDown);
  };
}

/** All bindings that work at the moment. */
export function registeredKeys(): readonly KeyBinding[] {
  return bindings;
}

/** Calls `listener` whenever bindings come or go. */
export function subscribeKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly KeyBinding[]) {
  bindings = next;
  for (const listener of listeners) listener();
}

function onKeyDown(event: KeyboardEvent) {
  const key = keyName(event);
  if (!key || event.defaultPrevented) return;
  if (isEnter(key) && (hasFocusedUse(event.target) || isTyping(event.target) || dialogIsOpen()))
    return;
  if (isPlainKey(key) && (isTyping(event.target) || singleKeysAreOff() || dialogIsOpen())) return;
  const fresh = event.timeStamp - pendingSince < PENDING_MS ? pending : [];
  const step = advance(bindings, fresh, key);
  pending = step.pending;
  pendingSince = event.timeStamp;
  if (!step.run) return;
  event.preventDefault();
  step.run.run(event);
}

/** Enter, with ⌘ too, is never the page's while something else may take it. */
function isEnter(key: string): boolean {
  return key === "Enter" || key.endsWith("+Enter");
}

/** On a button or a link Enter is for that. */
function hasFocusedUse(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a[href], button, summary") !== null;
}

/** In a modal dialog the page behind has no keys. */
function dialogIsOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type))
  );
}

function singleKeysAreOff(): boolean {
  return localStorage.getItem(SINGLE_KEYS_STORAGE) === "off";
}
