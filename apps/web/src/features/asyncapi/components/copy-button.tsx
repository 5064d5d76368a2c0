import { COPY_WORDS, useCopy } from "@/lib/use-copy.ts";
import { Button, IconButton } from "@/ui/button.tsx";

/** Copies a text and says so; only a glyph with `iconOnly`. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly glyph?: "copy" | "link";
  readonly iconOnly?: boolean;
}) {
  const { text, label, glyph = "copy", iconOnly } = props;
  const { state, copy } = useCopy();
  const shown = state === "copied" ? "check" : state === "failed" ? "x" : glyph;
  return (
    <>
      {iconOnly ? (
        <IconButton glyph={shown} label={label} onClick={() => void copy(text)} />
      ) : (
        <Button glyph={shown} onClick={() => void copy(text)}>
          {label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {COPY_WORDS[state]}
      </span>
    </>
  );
}
