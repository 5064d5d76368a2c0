"use client";

import { useTheme } from "../../lib/theme/use-theme.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";

const OPTIONS = [
  { value: "light", label: "Light", glyph: "sun", iconOnly: true },
  { value: "dark", label: "Dark", glyph: "moon", iconOnly: true },
  { value: "system", label: "As the system", glyph: "screen", iconOnly: true },
] as const;

const GLYPHS = { light: "sun", dark: "moon", system: "screen" } as const;

/** Light, dark or as the system; one button that walks through them where the rail is narrow. */
export function ThemeSwitch() {
  const { choice, setTheme, nextTheme } = useTheme();
  return (
    <>
      <Segmented
        label="Theme"
        value={choice ?? ""}
        options={OPTIONS}
        onChange={(value) => value !== "" && setTheme(value)}
        fill
        className="max-wide:hidden"
      />
      <IconButton
        className="wide:hidden"
        label={`Theme: ${choice ?? "as the system"}`}
        glyph={GLYPHS[choice ?? "system"]}
        size="md"
        onClick={nextTheme}
      />
    </>
  );
}
