"use client";

import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
} from "react";
import { cx } from "../lib/cx.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Glyph } from "./glyph.tsx";

const INPUT =
  "w-full rounded-2 border border-line-control bg-surface px-[9px] py-[5px] aria-invalid:border-red disabled:bg-surface-2 disabled:text-ink-3";

interface FieldProps {
  readonly label: ReactNode;
  /** A quiet word after the label: "required, kept in the audit". */
  readonly hint?: ReactNode;
  /** What is wrong with it; read out when it appears. */
  readonly error?: string;
}

/**
 * Whether what is put into a field would be lost: React holds its value and has not taken over yet. Fields that keep
 * their own value, as those of the sign-in do for password managers, lose nothing.
 */
function useDeaf(held: unknown): boolean {
  return !useHydrated() && held !== undefined;
}

function Field(
  props: FieldProps & {
    readonly id: string;
    readonly className?: string;
    readonly children: ReactNode;
  },
) {
  return (
    <div className={props.className}>
      <label htmlFor={props.id} className="mb-1 block text-12 font-strong">
        {props.label}
        {props.hint && <span className="font-normal text-ink-3"> {props.hint}</span>}
      </label>
      {props.children}
      <p id={`${props.id}-error`} role="alert" className="text-12 text-red empty:hidden">
        {props.error}
      </p>
    </div>
  );
}

/** A line of text with its label. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const deaf = useDeaf(rest.value);
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        className={cx(INPUT, "h-7.5")}
        {...rest}
        readOnly={rest.readOnly || deaf}
      />
    </Field>
  );
}

/** Several lines of text with their label, as a reason needs. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldProps & ComponentProps<"textarea">) {
  const id = useId();
  const deaf = useDeaf(rest.value);
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        className={cx(INPUT, "block h-13.5 resize-none leading-[19px]")}
        {...rest}
        readOnly={rest.readOnly || deaf}
      />
    </Field>
  );
}

/** A moment in local time, small and with its label before it, as filters have it. */
export function MomentInput({
  label,
  ...rest
}: { readonly label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const deaf = useDeaf(rest.value);
  return (
    <label className="inline-flex items-center gap-1.5 text-12 text-ink-2">
      {label}
      <input
        type="datetime-local"
        className="h-6.5 rounded-2 border border-line-control bg-surface px-[9px] text-12"
        {...rest}
        readOnly={rest.readOnly || deaf}
      />
    </label>
  );
}

/** A choice in a list, drawn as a button: "Any consumer ⌄". `label` is its name and is not shown. */
export function Select({
  label,
  className,
  children,
  ...rest
}: { readonly label: string } & SelectHTMLAttributes<HTMLSelectElement>) {
  const deaf = useDeaf(rest.value);
  return (
    <span className={cx("relative inline-flex", className)}>
      <select
        aria-label={label}
        className="h-6.5 appearance-none rounded-2 border border-line-strong bg-surface pr-6.5 pl-[9px] text-12 font-medium shadow-1 hover:bg-surface-2"
        {...rest}
        disabled={rest.disabled || deaf}
      >
        {children}
      </select>
      <Glyph
        name="down"
        size="xs"
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2"
      />
    </span>
  );
}

/** A box to tick, with its words. */
export function Checkbox({
  label,
  hideLabel,
  className,
  ...rest
}: { readonly label: ReactNode; readonly hideLabel?: boolean } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "type"
>) {
  const deaf = useDeaf(rest.checked);
  return (
    <label
      className={cx("relative inline-flex cursor-pointer items-center gap-2 text-12", className)}
    >
      <input
        type="checkbox"
        className="peer absolute size-[15px] opacity-0"
        {...rest}
        disabled={rest.disabled || deaf}
      />
      <span className="grid size-[15px] flex-none place-items-center rounded-[3px] border border-line-control bg-surface text-transparent peer-checked:border-(--solid) peer-checked:bg-solid peer-checked:text-on-solid peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:bg-surface-2">
        <Glyph name="check" size="xs" />
      </span>
      <span className={hideLabel ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
