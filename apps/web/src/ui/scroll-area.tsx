import type { ReactNode } from "react";

/**
 * A part of a page that scrolls by itself and may hold nothing but text. It can be reached with Tab, so that it scrolls by
 * keyboard in every browser (WCAG 2.1.1); a part that always has links or buttons in it needs no such thing.
 */
export function ScrollArea(props: {
  readonly as?: "div" | "ol";
  /** Its size and which way it scrolls. */
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { as: Element = "div", className, children } = props;
  return (
    <Element tabIndex={0} className={className}>
      {children}
    </Element>
  );
}
