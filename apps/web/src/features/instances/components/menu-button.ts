/** A menu's button in a page's head, as plain buttons look. */
export const MENU_BUTTON =
  "inline-flex h-7.5 cursor-pointer items-center rounded-2 border border-line-strong bg-surface px-[11px] font-medium shadow-1 hover:bg-surface-2";
