import { describe, expect, it } from "vitest";
import { COLUMNS, type ColumnId, columnsOf, writeColumns } from "./columns.ts";

describe("columns", () => {
  it.each<ColumnId[]>([[], ["took"], ["machine", "correlation"], COLUMNS.map(({ id }) => id)])(
    "come back from the URL as they were chosen: %j",
    (...columns) => {
      const text = writeColumns(columns);
      expect(columnsOf(text)).toEqual(columns);
    },
  );

  it("need no word in the URL while they are the usual ones", () => {
    expect(writeColumns(columnsOf(undefined))).toBeUndefined();
  });

  it("pass over what is no column, and keep their order", () => {
    expect(columnsOf("took.nonsense.machine")).toEqual(["machine", "took"]);
  });
});
