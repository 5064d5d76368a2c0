import { paths } from "@/lib/paths.ts";
import { Menu } from "@/ui/menu.tsx";
import type { InstanceFilter, Order } from "../instance-filter.ts";
import { MENU_BUTTON } from "./menu-button.ts";

const FORMATS = [
  { format: "csv", label: "CSV", what: "for a spreadsheet" },
  { format: "json", label: "JSON", what: "for a program" },
] as const;

/** Hands out every instance of the filter, however many there are. */
export function ExportMenu(props: { readonly filter: InstanceFilter; readonly order: Order }) {
  return (
    <Menu button="Export" buttonClassName={MENU_BUTTON} align="right">
      {FORMATS.map(({ format, label, what }) => (
        <a
          key={format}
          href={paths.exportInstances({ format, order: props.order, ...props.filter })}
          download
          className="flex h-7.5 items-center gap-1.5 rounded-1 px-[9px] hover:bg-surface-3"
        >
          {label} <span className="text-ink-3">{what}</span>
        </a>
      ))}
      <p className="px-[9px] pt-1 pb-1.5 text-11 text-ink-3">
        All that the filters leave, not only this page.
      </p>
    </Menu>
  );
}
