import { startTransition, useOptimistic } from "react";
import { Checkbox } from "@/ui/field.tsx";
import { Menu } from "@/ui/menu.tsx";
import { COLUMNS, type ColumnId } from "../columns.ts";
import { MENU_BUTTON } from "./menu-button.ts";

/** Which columns the list has. */
export function ColumnsMenu(props: {
  readonly columns: readonly ColumnId[];
  readonly onChange: (columns: readonly ColumnId[]) => void;
}) {
  const { columns, onChange } = props;
  // The columns come back through the URL, in a transition: a box must tick at once, and two quick clicks both count.
  const [shown, show] = useOptimistic(columns);
  const toggle = (id: ColumnId) =>
    startTransition(() => {
      const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
      show(next);
      onChange(next);
    });
  return (
    <Menu button="Columns" buttonClassName={MENU_BUTTON} align="right" stays>
      <fieldset aria-label="Columns" className="flex flex-col gap-0.5">
        {COLUMNS.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={shown.includes(id)}
            onChange={() => toggle(id)}
            className="h-7.5 rounded-1 px-[9px] hover:bg-surface-3"
          />
        ))}
      </fieldset>
    </Menu>
  );
}
