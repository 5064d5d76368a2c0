import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { FilterBar } from "./filter-bar.tsx";

afterEach(cleanup);

const url = { get: () => undefined, set: () => undefined };
const drawWith = (moreActors: boolean) =>
  render(
    <FilterBar
      filter={{}}
      url={url}
      facets={{ actors: ["jonas", "mara"], moreActors, actions: ["replay"], moreActions: false }}
      onClear={undefined}
    />,
  );
const optionsOf = (name: string) =>
  [...screen.getByRole("combobox", { name }).querySelectorAll("option")].map(
    ({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent),
  );

describe("the filters of the audit", () => {
  it("say where a choice stops before the end, as something that cannot be chosen", () => {
    drawWith(true);
    expect(optionsOf("Actor")).toEqual([
      ...["Anybody", "jonas", "mara", "(the first 2 actors; there are more)"],
    ]);
  });

  it("offer nothing else where all are listed", () => {
    drawWith(false);
    expect(optionsOf("Actor")).toEqual(["Anybody", "jonas", "mara"]);
  });
});
