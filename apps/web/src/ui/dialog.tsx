"use client";

import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { IconButton } from "./button.tsx";

/** What can be filled in. A field may ask to be the first by `data-first`. */
const FIELDS = "input:not([type=hidden]):enabled, select:enabled, textarea:enabled";

/**
 * A modal dialog on the browser's own `<dialog>`, which keeps the focus inside. Afterwards the focus is where it was before,
 * also where the whole dialog is taken out of the page. The focus starts on its first field: the browser alone would choose Close, which stands before all of them.
 * Escape and a click outside call `onClose`; what stands in the form stays until the caller unmounts it.
 */
export function Dialog(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
  /** Where it stands and how wide it is; by default in the middle, 520 px. */
  readonly className?: string;
}) {
  const { open, onClose, label, children, className } = props;
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    if (open && !dialog.open) {
      dialog.showModal();
      firstField(dialog)?.focus();
    }
    if (!open && dialog.open) dialog.close();
    // A browser gives the focus back when a dialog is closed, and not when it is taken out of the page.
    return () => {
      if (open && document.activeElement === document.body) focusAgain(opener);
    };
  }, [open]);
  const pressedOutside = useRef(false);
  const press = (event: PointerEvent<HTMLDialogElement>) => {
    pressedOutside.current = event.target === ref.current;
  };
  // Where the pointer goes down inside and up outside, as when a text is marked, the click is of their parent: the dialog.
  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === ref.current && pressedOutside.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and <dialog> has it already
    <dialog
      ref={ref}
      aria-label={label}
      onClose={onClose}
      onPointerDown={press}
      onClick={closeOutside}
      className={cx(
        "fixed max-h-[calc(100dvh-48px)] max-w-[calc(100vw-32px)] flex-col overflow-hidden rounded-4 bg-surface p-0 text-ink shadow-3 backdrop:bg-scrim open:flex",
        className ?? "m-auto w-[520px]",
      )}
    >
      {open && children}
    </dialog>
  );
}

function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
}

function firstField(dialog: HTMLDialogElement): HTMLElement | undefined {
  const asked = dialog.querySelector<HTMLElement>("[data-first]");
  return asked ?? dialog.querySelector<HTMLElement>(FIELDS) ?? undefined;
}

/** The head of a dialog: what it does, and the way out. */
export function DialogHeader(props: {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line pr-3 pl-5">
      <h2 className="text-14 font-semibold tracking-[-.01em]">{props.title}</h2>
      {props.sub && <span className="truncate text-12 text-ink-3">{props.sub}</span>}
      <IconButton className="ml-auto" glyph="x" label="Close" onClick={props.onClose} />
    </header>
  );
}
