"use client";

import { type RefObject, useState } from "react";
import { Glyph } from "../../../ui/glyph.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { drawingAsPng, drawingAsSvg, saveFile } from "../export/export-drawing.ts";

/** Writes the whole drawing to a file, in the theme of the page. */
export function ExportMenu(props: {
  /** Holds the drawing. */
  readonly drawing: RefObject<HTMLElement | null>;
  /** What the file is called, without its ending. */
  readonly name: string;
}) {
  const { drawing, name } = props;
  const [failure, setFailure] = useState("");
  const save = async (kind: "svg" | "png") => {
    const root = drawing.current;
    if (!root) return;
    try {
      setFailure("");
      const drawn = { root, title: name };
      const content =
        kind === "svg"
          ? new Blob([await drawingAsSvg(drawn)], { type: "image/svg+xml" })
          : await drawingAsPng(drawn);
      saveFile(content, `${name.replace(/[^\w.-]+/g, "-")}.${kind}`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <span role="status" className="text-12 text-red empty:hidden">
        {failure && `Not exported: ${failure}`}
      </span>
      <Menu
        align="right"
        button={
          <>
            <Glyph name="download" size="sm" />
            <span className="sr-only">Export the drawing</span>
          </>
        }
        buttonClassName="grid size-6.5 cursor-pointer place-items-center rounded-2 text-ink-2 hover:bg-surface-3"
      >
        <MenuItem onSelect={() => void save("svg")}>Save as SVG</MenuItem>
        <MenuItem onSelect={() => void save("png")}>Save as PNG</MenuItem>
      </Menu>
    </>
  );
}
