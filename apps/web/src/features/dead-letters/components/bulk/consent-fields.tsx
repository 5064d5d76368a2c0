import { formatPlural } from "@/lib/format-number.ts";
import { TextField } from "@/ui/field.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";
import { type Selection, TYPED_ABOVE } from "../../bulk-words.ts";

/** Why, and for many letters their number once more. Neither is ever filled in for somebody. */
export function ConsentFields(props: {
  readonly selection: Selection;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}) {
  const { selection, reason, onReason, typed, onTyped } = props;
  return (
    <div className="mt-3.5 grid gap-3">
      <ReasonField
        value={reason}
        autoFocus // where the form comes after the dialog
        data-first // where both come at once
        onChange={onReason}
      />
      {selection.letters > TYPED_ABOVE && (
        <TextField
          label={`Type ${selection.letters} to go on`}
          hint={formatPlural(selection.letters, "letter")}
          className="w-56"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
        />
      )}
    </div>
  );
}
