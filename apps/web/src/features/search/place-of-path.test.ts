import { describe, expect, it } from "vitest";
import { paths } from "@/lib/paths.ts";
import { placeOfPath } from "./place-of-path.ts";

describe("placeOfPath", () => {
  it.each([
    [paths.instance("fulfil", "a/1 ü"), { kind: "instance", place: "fulfil/a/1 ü" }],
    [paths.conversation("c/1"), { kind: "conversation", place: "c/1" }],
    [paths.deadLetter("l-1"), { kind: "letter", place: "l-1" }],
    ["/instances", undefined],
    ["/instances/fulfil", undefined],
    ["/dead-letters", undefined],
    ["/dead-letters/jobs/j-1", undefined],
    ["/", undefined],
  ])("knows what %s is of", (path, place) => {
    expect(placeOfPath(path)).toEqual(place);
  });
});
