import { cx } from "@/lib/cx.ts";
import { StateGlyph } from "@/ui/chip.tsx";
import { lookOf, TONE_TEXT } from "@/ui/state-table.ts";
import { Td } from "@/ui/table.tsx";
import type { Standing } from "../pipes.ts";

/** How a row stands: its glyph, and what that means here. */
export function StandingCell({ standing }: { readonly standing: Standing }) {
  const { state, words } = standing;
  return (
    <Td className={cx("w-full max-w-0 truncate", TONE_TEXT[lookOf(state).tone])} title={words}>
      <StateGlyph state={state} size="sm" decorative className="mr-1.5 inline-block align-[-2px]" />
      {words}
    </Td>
  );
}
