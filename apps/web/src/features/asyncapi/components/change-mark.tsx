import { cx } from "@/lib/cx.ts";
import { Glyph } from "@/ui/glyph.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import type { Tone } from "@/ui/state-table.ts";
import type { Change } from "../document.ts";

/** How each class of change looks and what it is called. */
export const CHANGE_LOOKS = {
  breaking: { glyph: "alert", tone: "red", text: "text-red", label: "breaking change" },
  unclear: { glyph: "info", tone: "amber", text: "text-amber", label: "unclear change" },
  compatible: { glyph: "plus", tone: "green", text: "text-green", label: "compatible change" },
} as const satisfies Record<
  Change["class"],
  { glyph: GlyphName; tone: Tone; text: string; label: string }
>;

/** The worst that happened to something since the version it is compared with; nothing where nothing did. */
export function ChangeMark(props: {
  readonly worst: Change["class"] | undefined;
  readonly className?: string;
}) {
  if (props.worst === undefined) return null;
  const { glyph, text, label } = CHANGE_LOOKS[props.worst];
  return (
    <Glyph
      name={glyph}
      size="xs"
      label={label}
      className={cx("flex-none", text, props.className)}
    />
  );
}
