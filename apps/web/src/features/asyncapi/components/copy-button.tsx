import { useState } from "react";
import { Button, IconButton } from "@/ui/button.tsx";

const SAID_MS = 1_500;

/** Copies a text and says so; only a glyph with `iconOnly`. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly glyph?: "copy" | "link";
  readonly iconOnly?: boolean;
}) {
  const { text, label, glyph = "copy", iconOnly } = props;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  const shown = copied ? "check" : glyph;
  return (
    <>
      {iconOnly ? (
        <IconButton glyph={shown} label={label} onClick={() => void copy()} />
      ) : (
        <Button glyph={shown} onClick={() => void copy()}>
          {label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {copied ? "copied" : ""}
      </span>
    </>
  );
}
