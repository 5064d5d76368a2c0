import type { ComponentProps } from "react";
import { TextArea } from "./field.tsx";

/** As long as the audit takes it. */
const REASON_MAX = 1_000;

/** Why somebody acts, in words of their own. */
export function ReasonField({
  onChange,
  ...rest
}: Omit<ComponentProps<typeof TextArea>, "label" | "hint" | "maxLength" | "onChange"> & {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}) {
  return (
    <TextArea
      label="Reason"
      hint="required, kept in the audit"
      maxLength={REASON_MAX}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}
