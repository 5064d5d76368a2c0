import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";
import type { ItemProps } from "./use-canvas.ts";

/** What selects an item, in each of the views; a stack, or what is not recorded, has a first envelope or none. */
export function ItemButton(
  props: Pick<ItemProps, "isSelected" | "inTabOrder" | "onFocus" | "onSelect"> & {
    readonly item: GraphItem;
    /** All that is said of it, for who does not see it. */
    readonly label: string;
    readonly className: string;
    readonly children: ReactNode;
  },
) {
  const { item, isSelected, inTabOrder, onFocus, onSelect } = props;
  const { id, status, type, first } = item;
  return (
    <button
      type="button"
      data-box={id}
      data-status={status}
      tabIndex={inTabOrder ? 0 : -1}
      aria-pressed={first ? isSelected : undefined}
      aria-label={props.label}
      title={type}
      onFocus={() => onFocus(id)}
      onClick={() => first && onSelect(first.id)}
      className={cx(props.className, isSelected && "outline-2 outline-focus")}
    >
      {props.children}
    </button>
  );
}
