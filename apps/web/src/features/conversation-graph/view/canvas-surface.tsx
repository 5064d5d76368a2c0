import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from "react";
import { cx } from "../../../lib/cx.ts";

/** A surface that scrolls, and on it one drawing. */
export function CanvasSurface(props: {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** How far from the edges an item that is scrolled to has to stay. */
  readonly className: string;
  /** What kind of drawing it is, and what it shows, for who does not see it. */
  readonly kind: string;
  readonly label: string;
  readonly drawingClass?: string;
  readonly drawingStyle: CSSProperties;
  readonly children: ReactNode;
}) {
  const { scroller, onKeyDown, className, kind, label, drawingClass, drawingStyle } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it catches the arrow keys of the items inside
    <div
      ref={scroller}
      className={cx("relative min-h-0 flex-1 overflow-auto", className)}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not envelopes */}
      <div
        role="group"
        aria-roledescription={kind}
        aria-label={label}
        className={cx("relative", drawingClass)}
        style={drawingStyle}
      >
        {props.children}
      </div>
    </div>
  );
}
