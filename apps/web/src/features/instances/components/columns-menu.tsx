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
  const toggle = (id: ColumnId) =>
    onChange(columns.includes(id) ? columns.filter((each) => each !== id) : [...columns, id]);
  return (
    <Menu button="Columns" buttonClassName={MENU_BUTTON} align="right" stays>
      <fieldset aria-label="Columns" className="flex flex-col gap-0.5">
        {COLUMNS.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={columns.includes(id)}
            onChange={() => toggle(id)}
            className="h-7.5 rounded-1 px-[9px] hover:bg-surface-3"
          />
        ))}
      </fieldset>
    </Menu>
  );
}
