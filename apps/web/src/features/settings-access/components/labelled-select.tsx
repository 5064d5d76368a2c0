import type { ReactNode } from "react";
import { Select } from "@/ui/field.tsx";

/** A choice in a form, with its label above it. */
export function LabelledSelect(props: {
  readonly label: string;
  /** The row's own title says it already. */
  readonly hideLabel?: boolean;
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onChange?: (value: string) => void;
  readonly children: ReactNode;
}) {
  const { label, hideLabel, onChange, children, ...rest } = props;
  return (
    <div>
      {!hideLabel && (
        <span aria-hidden="true" className="mb-1 block text-12 font-strong">
          {label}
        </span>
      )}
      <Select
        label={label}
        onChange={onChange && ((event) => onChange(event.target.value))}
        {...rest}
      >
        {children}
      </Select>
    </div>
  );
}
